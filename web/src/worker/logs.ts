/** Tables of this browser: their summaries and their logs. */

export interface SavedTable {
  id: string;
  link: string;
  token: string;
  rules: string;
  players: number;
  /** The person's name at this table. */
  name: string;
  level: string;
  /** Milliseconds since 1970. */
  made: number;
  touched: number;
  over: boolean;
  /** Deals finished. */
  deals: number;
  /** By side, our own first. */
  scores: number[];
}

interface Line {
  table: string;
  text: string;
}

let opening: Promise<IDBDatabase> | undefined;

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage'));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () =>
      reject(transaction.error ?? new Error('storage'));
  });
}

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('canasta', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('tables', { keyPath: 'id' });
      request.result
        .createObjectStore('lines', { autoIncrement: true })
        .createIndex('table', 'table');
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

export async function listTables(): Promise<SavedTable[]> {
  const tables = (await database()).transaction('tables').objectStore('tables');
  const all: SavedTable[] = await done(tables.getAll());
  return all.sort((a, b) => b.touched - a.touched);
}

export async function findTable(id: string): Promise<SavedTable | undefined> {
  const tables = (await database()).transaction('tables').objectStore('tables');
  const kept: SavedTable | undefined = await done(tables.get(id));
  return kept;
}

export async function keepTable(kept: SavedTable): Promise<void> {
  const transaction = (await database()).transaction('tables', 'readwrite');
  transaction.objectStore('tables').put(kept);
  await finished(transaction);
}

/** Changes what is known about a table, if it is still kept. */
export async function changeTable(id: string, change: Partial<SavedTable>): Promise<void> {
  const transaction = (await database()).transaction('tables', 'readwrite');
  const tables = transaction.objectStore('tables');
  const kept: SavedTable | undefined = await done(tables.get(id));
  if (kept) tables.put({ ...kept, ...change });
  await finished(transaction);
}

/** Writes nothing for a table that is no longer kept. */
export async function appendLog(table: string, text: string): Promise<void> {
  const transaction = (await database()).transaction(['tables', 'lines'], 'readwrite');
  const line: Line = { table, text };
  const kept = await done(transaction.objectStore('tables').getKey(table));
  if (kept !== undefined) transaction.objectStore('lines').add(line);
  await finished(transaction);
}

export async function readLog(table: string): Promise<string> {
  const lines = (await database()).transaction('lines').objectStore('lines').index('table');
  const all: Line[] = await done(lines.getAll(table));
  return all.map(({ text }) => text).join('');
}

/** The tables that have a log. */
function logged(lines: IDBObjectStore): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const found: string[] = [];
    const request = lines.index('table').openKeyCursor(null, 'nextunique');
    request.onerror = () => reject(request.error ?? new Error('storage'));
    request.onsuccess = () => {
      const { result } = request;
      if (result === null) {
        resolve(found);
        return;
      }
      found.push(String(result.key));
      result.continue();
    };
  });
}

async function deleteLog(lines: IDBObjectStore, table: string): Promise<void> {
  for (const key of await done(lines.index('table').getAllKeys(table))) lines.delete(key);
}

/** Deletes logs without a table, left by versions that wrote the log first. Nothing refers to
 * them. */
export async function sweepLogs(): Promise<void> {
  const transaction = (await database()).transaction(['tables', 'lines'], 'readwrite');
  const lines = transaction.objectStore('lines');
  const kept = await done(transaction.objectStore('tables').getAllKeys());
  for (const table of await logged(lines)) if (!kept.includes(table)) await deleteLog(lines, table);
  await finished(transaction);
}

export async function deleteTable(id: string): Promise<void> {
  const transaction = (await database()).transaction(['tables', 'lines'], 'readwrite');
  transaction.objectStore('tables').delete(id);
  await deleteLog(transaction.objectStore('lines'), id);
  await finished(transaction);
}
