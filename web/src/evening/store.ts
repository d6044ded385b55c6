/** What evenings leave on this device, in the browser's own database. */

import type { DailyResult, Kept, PlayedDeal, SolvedProblem } from './history';

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
  const store = (await database()).transaction('deals').objectStore('deals');
  const known = await done<PlayedDeal | undefined>(store.get(deal.id));
  const kept = known ? { ...known, worth: known.worth ?? deal.worth } : deal;
  await change(['deals', 'records'], (of) => {
    of('deals').put(kept);
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

/** Puts these in place of what was kept; records stay. */
export async function replaceAll({ deals, daily, problems }: Kept): Promise<void> {
  await change(['deals', 'daily', 'problems'], (of) => {
    of('deals').clear();
    of('daily').clear();
    of('problems').clear();
    for (const one of deals) of('deals').put(one);
    for (const one of daily) of('daily').put(one);
    for (const one of problems) of('problems').put(one);
  });
}

export async function forgetEverything(): Promise<void> {
  await change(['deals', 'daily', 'problems', 'records'], (of) => {
    for (const shelf of ['deals', 'daily', 'problems', 'records'] as const) of(shelf).clear();
  });
}
