/** What evenings leave on this device, in the browser's own database. */

import type { DailyResult, Kept, KeptRecord, PlayedDeal, SolvedProblem } from './history';

let opening: Promise<IDBDatabase> | undefined;

/** What was kept by this file comes back as it was. */
function done<Result>(request: IDBRequest): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      const kept: Result = request.result;
      resolve(kept);
    };
    request.onerror = () => reject(request.error ?? new Error('storage'));
  });
}

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('canasta-evenings', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('deals', { keyPath: 'id' });
      request.result.createObjectStore('daily', { keyPath: 'day' });
      request.result.createObjectStore('problems', { keyPath: 'problem' });
      request.result.createObjectStore('records');
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('storage'));
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

type Shelf = 'deals' | 'daily' | 'problems' | 'records';

async function change(
  shelves: Shelf[],
  work: (of: (shelf: Shelf) => IDBObjectStore) => void,
): Promise<void> {
  const transaction = (await database()).transaction(shelves, 'readwrite');
  const finished = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () =>
      reject(transaction.error ?? new Error('storage'));
  });
  work((shelf) => transaction.objectStore(shelf));
  await finished;
}

async function all<One>(shelf: Shelf): Promise<One[]> {
  const store = (await database()).transaction(shelf).objectStore(shelf);
  return done<One[]>(store.getAll());
}

export async function everything(): Promise<Kept> {
  const [deals, daily, problems] = await Promise.all([
    all<PlayedDeal>('deals'),
    all<DailyResult>('daily'),
    all<SolvedProblem>('problems'),
  ]);
  return { deals: deals.sort((a, b) => a.at - b.at), daily, problems };
}

/** Keeps a deal, and the record of its game, from which it is replayed. A deal that was kept before
 * only gets what was not known of it. */
export async function keepDeal(deal: PlayedDeal, record: string): Promise<void> {
  await change(['deals', 'records'], (of) => {
    const found: IDBRequest<PlayedDeal | undefined> = of('deals').get(deal.id);
    found.onsuccess = () => {
      const known = found.result;
      const worth = known?.worth ?? deal.worth;
      of('deals').put(known ? { ...known, worth, place: known.place || deal.place } : deal);
    };
    if (record !== '') of('records').put(record, deal.table);
  });
}

/** Only the first result of a day counts. */
export async function keepDaily(result: DailyResult): Promise<void> {
  await change(['daily'], (of) => {
    const found = of('daily').get(result.day);
    found.onsuccess = () => {
      if (found.result === undefined) of('daily').put(result);
    };
  });
}

/** Only the first try counts. */
export async function keepProblem(solved: SolvedProblem): Promise<void> {
  await change(['problems'], (of) => {
    const found = of('problems').get(solved.problem);
    found.onsuccess = () => {
      if (found.result === undefined) of('problems').put(solved);
    };
  });
}

/** The record of a table's game, or "". */
export async function keptRecord(table: string): Promise<string> {
  const store = (await database()).transaction('records').objectStore('records');
  return (await done<string | undefined>(store.get(table))) ?? '';
}

/** The tables whose records are kept. */
export async function recordedTables(): Promise<Set<string>> {
  const store = (await database()).transaction('records').objectStore('records');
  return new Set((await done<IDBValidKey[]>(store.getAllKeys())).map(String));
}

export async function allRecords(): Promise<KeptRecord[]> {
  const store = (await database()).transaction('records').objectStore('records');
  const [tables, records] = await Promise.all([
    done<IDBValidKey[]>(store.getAllKeys()),
    done<string[]>(store.getAll()),
  ]);
  return records.map((record, at) => ({ table: String(tables[at]), record }));
}

/** Puts these in place of what was kept. A record is added if it is longer than that of the same
 * table: it has more deals. */
export async function replaceAll(
  { deals, daily, problems }: Kept,
  records: readonly KeptRecord[],
): Promise<void> {
  await change(['deals', 'daily', 'problems', 'records'], (of) => {
    of('deals').clear();
    of('daily').clear();
    of('problems').clear();
    for (const one of deals) of('deals').put(one);
    for (const one of daily) of('daily').put(one);
    for (const one of problems) of('problems').put(one);
    for (const { table, record } of records) {
      const found: IDBRequest<string | undefined> = of('records').get(table);
      found.onsuccess = () => {
        if (record.length > (found.result ?? '').length) of('records').put(record, table);
      };
    }
  });
}

export async function forgetEverything(): Promise<void> {
  await change(['deals', 'daily', 'problems', 'records'], (of) => {
    for (const shelf of ['deals', 'daily', 'problems', 'records'] as const) of(shelf).clear();
  });
}
