/* Caches the pages, so that they work offline. A build is cached and used as a whole. A newer build
 * waits until no page of the older one is open, or until the only open page reports that it has not
 * begun anything. If that page has begun after all before the newer build takes over, it continues
 * with its own files, which are kept until the only open page is of the newer build. */

const build = 'BUILD';
const now = ['NOW'];
const later = ['LATER'];

/* Several copies may share an origin, each under its own path. No path contains a blank. */
const own = 'canasta ' + new URL(self.registration.scope).pathname + ' ';
const mine = own + build;

const address = (name) => new URL(name, self.registration.scope).href;

/* The names of the pages' files change with their content, so what an older build has cached need
 * not be fetched. */
async function keep(cache, name) {
    const wanted = address(name);
    const old = name.startsWith('assets/') ? await caches.match(wanted) : undefined;
    if (old) return cache.put(wanted, old);
    const answer = await fetch(wanted, {
        cache: name.startsWith('assets/') ? 'default' : 'no-cache',
    });
    if (!answer.ok) throw new Error(name);
    return cache.put(wanted, answer);
}

async function keepLater() {
    const cache = await caches.open(mine);
    for (const name of later)
        if (!(await cache.match(address(name)))) await keep(cache, name).catch(() => {});
}

self.addEventListener('install', (event) => {
    event.waitUntil(
        caches.open(mine).then((cache) => Promise.all(now.map((name) => keep(cache, name)))),
    );
});

/* Caches once had no path in their names; their content shows whose they are. */
async function isOld(name) {
    if (name.startsWith(own)) return name !== mine;
    if (!/^canasta-[0-9a-f]{16}$/.test(name)) return false;
    return (await (await caches.open(name)).match(address('index.html'))) !== undefined;
}

async function forgetOld() {
    for (const name of await caches.keys()) if (await isOld(name)) await caches.delete(name);
}

self.addEventListener('activate', (event) => {
    event.waitUntil(self.clients.claim());
});

async function isOnlyPage() {
    return (await self.clients.matchAll({ includeUncontrolled: true, type: 'window' })).length <= 1;
}

/* A page has begun; its script says which build it belongs to. */
async function begun(script) {
    if (now.some((name) => address(name) === script) && (await isOnlyPage())) await forgetOld();
    await keepLater();
}

self.addEventListener('message', (event) => {
    if (event.data.begun !== undefined) event.waitUntil(begun(event.data.begun));
    if (event.data === 'now')
        event.waitUntil(isOnlyPage().then((only) => (only ? self.skipWaiting() : undefined)));
});

const isFront = (url) => {
    const scope = new URL(self.registration.scope).pathname;
    const rest = url.pathname.startsWith(scope) ? url.pathname.slice(scope.length) : '-';
    return rest === '' || rest === 'index.html' || /^[0-9a-f]{32}$/.test(rest);
};

/* Files whose names change with their content may come from an older build, for a page of it. */
const isAsset = (url) => url.href.startsWith(address('assets/'));

async function answer(request) {
    const url = new URL(request.url);
    const cache = await caches.open(mine);
    const kept = await cache.match(isFront(url) ? address('index.html') : url.href);
    return kept ?? (isAsset(url) ? await caches.match(url.href) : undefined) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    const known = isFront(url) || isAsset(url) || now.some((name) => address(name) === url.href);
    if (event.request.method === 'GET' && url.origin === self.location.origin && known)
        event.respondWith(answer(event.request));
});

/* A notification leads to its table: to the page that has it open, or to a new one. No other page
 * is led away from what it shows. */
async function openTable(url) {
    const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
    const there = pages.find((page) => page.url.replace(/#.*/, '') === url);
    return there ? there.focus() : self.clients.openWindow(url);
}

self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openTable(address(event.notification.data)));
});
