/* Keeps the pages, so that they work without a network. A build is kept whole, and used whole: a newer one waits until
   no page of the older one is open, or until the only one that is says that it has not begun anything. */

const build = 'BUILD';
const now = ['NOW'];
const later = ['LATER'];

/* Several may live on one origin, each under a path of its own: no path has a blank. */
const own = 'canasta ' + new URL(self.registration.scope).pathname + ' ';
const mine = own + build;

const address = (name) => new URL(name, self.registration.scope).href;

/* The pages' own names change with their bytes: what an older build has kept is as good as fetched. */
async function keep(cache, name) {
    const wanted = address(name);
    const old = name.startsWith('assets/') ? await caches.match(wanted) : undefined;
    if (old) return cache.put(wanted, old);
    const answer = await fetch(wanted, { cache: name.startsWith('assets/') ? 'default' : 'no-cache' });
    if (!answer.ok) throw new Error(name);
    return cache.put(wanted, answer);
}

async function keepLater() {
    const cache = await caches.open(mine);
    for (const name of later)
        if (!(await cache.match(address(name)))) await keep(cache, name).catch(() => {});
}

self.addEventListener('install', (event) => {
    event.waitUntil(caches.open(mine).then((cache) => Promise.all(now.map((name) => keep(cache, name)))));
});

/* Caches once had no path in their names: what they hold says whose they are. */
async function isOld(name) {
    if (name.startsWith(own)) return name !== mine;
    if (!/^canasta-[0-9a-f]{16}$/.test(name)) return false;
    return (await (await caches.open(name)).match(address('index.html'))) !== undefined;
}

async function forgetOld() {
    for (const name of await caches.keys()) if (await isOld(name)) await caches.delete(name);
}

self.addEventListener('activate', (event) => {
    event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
    if (event.data === 'later') event.waitUntil(keepLater());
    if (event.data === 'now')
        event.waitUntil(
            self.clients
                .matchAll({ includeUncontrolled: true, type: 'window' })
                .then((pages) => (pages.length > 1 ? undefined : self.skipWaiting())),
        );
});

const isFront = (url) => {
    const scope = new URL(self.registration.scope).pathname;
    const rest = url.pathname.startsWith(scope) ? url.pathname.slice(scope.length) : '-';
    return rest === '' || rest === 'index.html' || /^[0-9a-f]{32}$/.test(rest);
};

async function answer(request) {
    const url = new URL(request.url);
    const cache = await caches.open(mine);
    const kept = isFront(url) ? await cache.match(address('index.html')) : await cache.match(url.href);
    return kept ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    const known = isFront(url) || now.concat(later).some((name) => address(name) === url.href);
    if (event.request.method === 'GET' && url.origin === self.location.origin && known)
        event.respondWith(answer(event.request));
});
