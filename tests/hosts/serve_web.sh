#!/usr/bin/env bash
# serve_web.sh -- the browser's files as canasta serve sends them: types, packed bytes, what a
# browser may keep, and what it may do.

set -u
work=$(mktemp -d) || exit 3
server=
trap '[ -z "$server" ] || kill "$server"; wait; rm -rf "$work"' EXIT
failures=0

fail() {
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
}

web=$work/web
mkdir -p "$web/assets" "$web/words" "$web/law/en" "$web/.hidden"
echo '<!doctype html><title>FRONT</title>' >"$web/index.html"
for file in assets/table-B7xQ2_kd.js assets/table-B7xQ2_kd.css assets/cards-B7xQ2_kd.svg \
    assets/page-B7xQ2_kd.html \
    assets/card-pictures.svg assets/plain.js sw.js app.css \
    canasta.wasm manifest.webmanifest \
    list.json value.net words/en.words law/en/laws1950.law icon.png icon.svg .hidden/page.html \
        secret.unknown; do
    printf 'bytes of %s, and more of them, and more of them, and more\n' "$file" >"$web/$file"
done
gzip -9 -n -k "$web"/*.html "$web"/*.js "$web"/*.wasm "$web"/assets/*.js "$web"/words/*.words
# A packed file does not count without the plain one.
gzip -9 -n -c "$web/sw.js" >"$web/alone.js.gz"
echo 'smaller still' >"$web/index.html.br" # what is in it, the server does not look at

start() {
    rm -f "$work/out"
    "$CANASTA" serve --listen 127.0.0.1:0 --data "$work/data" \
        --web "$1" >"$work/out" 2>"$work/log" &
    server=$!
    for _ in $(seq 100); do
        [ ! -s "$work/out" ] || break
        sleep 0.1
    done
    url=$(grep -o 'http://127.0.0.1:[0-9]*' "$work/out") ||
        fail "no address: $(cat "$work/out" "$work/log")"
}

stop() {
    kill "$server"
    wait "$server"
    server=
}

# ask PATH [OPTIONS OF CURL]...: the body in $work/body, the head in lower case in $work/head, the
# status in $status
ask() {
    local path=$1
    shift
    : >"$work/body"
    status=$(curl -sS --path-as-is -o "$work/body" -D "$work/raw" -w '%{http_code}' "$@" \
        "$url$path") || fail "$path: no answer"
    tr -d '\r' <"$work/raw" | sed 's/^[^:]*:/\L&/' >"$work/head"
}

# has HEADER VALUE WHAT; a VALUE of "" means that it must not be there
has() {
    local value
    value=$(sed -n "s/^$1: //p" "$work/head")
    [ "$value" = "$2" ] || fail "$3: $1 is '$value', not '$2'"
}

has_policy() {
    policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"
    grep -q "^content-security-policy: $policy" "$work/head" ||
        fail "$1: no policy"
    grep -q "^content-security-policy: .*data:\|unsafe-inline\|'unsafe-eval'\|https*:" \
        "$work/head" && fail "$1: a lax policy"
}

start "$web"
grep -qx "Open $url/ in a browser\\." "$work/out" ||
    fail "a person is told what to do: $(cat "$work/out")"

# Every type, and the headers that come with everything
while read -r path type; do
    ask "$path"
    [ "$status" = 200 ] || fail "$path: $status"
    cmp -s "$work/body" "$web$path" || fail "$path: other bytes"
    has content-type "$type" "$path"
    has content-encoding '' "$path"
    has x-content-type-options nosniff "$path"
    has_policy "$path"
    grep -q '^permissions-policy: .*camera=().*microphone=()' "$work/head" ||
        fail "$path: no permissions policy"
done <<'END'
/index.html text/html; charset=utf-8
/sw.js text/javascript; charset=utf-8
/app.css text/css; charset=utf-8
/canasta.wasm application/wasm
/manifest.webmanifest application/manifest+json
/list.json application/json
/value.net application/octet-stream
/words/en.words text/plain; charset=utf-8
/law/en/laws1950.law text/plain; charset=utf-8
/icon.png image/png
/icon.svg image/svg+xml
END

# Parts of a page come without a page's policies, except for what runs or can be opened
while read -r path policies; do
    ask "$path"
    [ "$status" = 200 ] || fail "$path: $status"
    has x-content-type-options nosniff "$path"
    case $policies in
    none) has content-security-policy '' "$path" ;;
    script)
        worker="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
        has content-security-policy "$worker" "$path"
        ;;
    picture)
        has content-security-policy "default-src 'none'; frame-ancestors 'none'; sandbox" "$path"
        ;;
    *) has_policy "$path" ;;
    esac
    case $policies in
    all) has cross-origin-opener-policy same-origin "$path" ;;
    *) has permissions-policy '' "$path" ;;
    esac
done <<'END'
/assets/table-B7xQ2_kd.js script
/assets/table-B7xQ2_kd.css none
/assets/cards-B7xQ2_kd.svg picture
/assets/page-B7xQ2_kd.html all
/assets/card-pictures.svg all
END

# The front page, also by a table's link, with what a browser adds to it
for path in / /0123456789abcdef0123456789abcdef '/?language=de' \
    '/0123456789abcdef0123456789abcdef?x=1'; do
    ask "$path"
    if [ "$status" != 200 ] ||
        ! cmp -s "$work/body" "$web/index.html"; then fail "$path is not the front page"; fi
done
for path in /0123456789abcdef0123456789abcde /0123456789abcdef0123456789abcdef0 \
    /0123456789ABCDEF0123456789abcdef \
    /0123456789abcdef0123456789abcdef/ /nothing.js /secret.unknown /.hidden/page.html /alone.js \
        /alone.js.gz /sw.js.gz /words /words/ \
    /words/../../data/canasta.db /%2e%2e/data/canasta.db //etc/passwd /assets/..%2fsw.unknown; do
    ask "$path"
    [ "$status" = 404 ] || [ "$status" = 403 ] || fail "$path: $status"
    has cache-control no-store "$path"
done

# A person is led home from there, also below a proxy's path; nothing of the address comes back.
# Programs get one word.
while read -r path home; do
    ask "$path" -H 'Accept: text/html,application/xhtml+xml,*/*;q=0.8'
    [ "$status" = 404 ] || fail "$path, for a person: $status"
    has content-type 'text/html; charset=utf-8' "$path, for a person"
    grep -q "^content-security-policy: default-src 'none'" "$work/head" ||
        fail "$path, for a person: no policy"
    grep -q "<a href=\"$home\">" "$work/body" ||
        fail "$path, for a person: no way home: $(cat "$work/body")"
    style=$(sed -n 's/^<link rel="stylesheet" href="\(.*\)">$/\1/p' "$work/body")
    [ "$style" = "${home}plain.css" ] || fail "$path, for a person: no style: $(cat "$work/body")"
    grep -qi 'script\|foo' "$work/body" && fail "$path, for a person: what does not belong there"
    ask "$path"
    has content-type 'text/plain; charset=utf-8' "$path, for a program"
done <<'END'
/foo ./
/foo/bar ./../
/foo/bar/ ./../../
/foo<script>alert(1)</script> ./../
/record/0123456789abcdef0123456789abcdef ./../
END
ask /plain.css
[ "$status" = 200 ] || fail "the style of such a page: $status"
has content-type 'text/css; charset=utf-8' 'the style of such a page'
# … in the language that it likes best of those that there are.
while IFS='|' read -r accept language nothing; do
    ask /foo -H 'Accept: text/html' -H "Accept-Language: $accept"
    grep -q "<html lang=\"$language\">" "$work/body" ||
        fail "'$accept': not $language: $(cat "$work/body")"
    grep -q "<h1>$nothing</h1>" "$work/body" ||
        fail "'$accept': not said in $language: $(cat "$work/body")"
done <<'END'
|en|Page not found
de|de|Seite nicht gefunden
pt-BR,es-UY;q=0.7,en;q=0.6|es|Página no encontrada
en;q=0.3, FR-ca ;q=0.9, de;q=0|fr|Page introuvable
../../words/de,<script>,*;q=nan|en|Page not found
END
ask "/$(printf 'a/%.0s' $(seq 900))" -H 'Accept: text/html'
[ "$status" = 404 ] || fail "a deep path, for a person: $status"

# Packed, where there is such a file and the client takes it
for accept in gzip 'deflate, gzip, br' 'br;q=1.0, GZIP;q=0.2'; do
    ask /canasta.wasm -H "Accept-Encoding: $accept"
    has content-encoding gzip "$accept"
    has vary accept-encoding "$accept"
    has content-type application/wasm "$accept"
    has content-length "$(stat -c %s "$web/canasta.wasm.gz")" "$accept"
    cmp -s "$work/body" "$web/canasta.wasm.gz" || fail "$accept: other bytes"
done
for accept in '' br 'gzip;q=0' 'gzip; q=0.000, br' identity xgzip; do
    ask /canasta.wasm -H "Accept-Encoding: $accept"
    has content-encoding '' "no '$accept'"
    has vary accept-encoding "no '$accept'"
    cmp -s "$work/body" "$web/canasta.wasm" || fail "no '$accept': other bytes"
done
while read -r packing end accept; do
    ask / -H "Accept-Encoding: $accept"
    has content-encoding "$packing" "$accept"
    cmp -s "$work/body" "$web/index.html.$end" || fail "$accept: other bytes"
done <<'WAYS'
br br gzip, deflate, br, zstd
br br br;q=0.1
gzip gz gzip, br;q=0
WAYS
ask /app.css -H 'Accept-Encoding: gzip'
has content-encoding '' 'without a packed file'
has vary '' 'without a packed file'

# Kept for a year where the name says which bytes they are, else asked for again, and sent only if
# they are others
ask /assets/table-B7xQ2_kd.js
has cache-control 'public, max-age=31536000, immutable' 'a name with its bytes'
for path in / /sw.js /assets/card-pictures.svg /assets/plain.js /canasta.wasm \
    /manifest.webmanifest; do
    ask "$path"
    has cache-control no-cache "$path"
    tag=$(sed -n 's/^etag: //p' "$work/head")
    [[ $tag == W/\"*\" ]] || fail "$path: no tag"
    for known in "$tag" "${tag#W/}" "\"other\", $tag" '*'; do
        ask "$path" -H "If-None-Match: $known" -H 'Accept-Encoding: gzip'
        [ "$status" = 304 ] || fail "$path, which is known by $known: $status"
        [ ! -s "$work/body" ] || fail "$path: 304 with a body"
        has etag "$tag" "$path"
        has cache-control no-cache "$path"
    done
    ask "$path" -H 'If-None-Match: W/"0123"'
    [ "$status" = 200 ] || fail "$path, which has changed: $status"
done

# HEAD: the same head without a body; whatever else changes something is refused
for path in / /canasta.wasm /nothing /0123456789abcdef0123456789abcdef; do
    ask "$path" -H 'Accept-Encoding: gzip'
    sort "$work/head" >"$work/get"
    ask "$path" -H 'Accept-Encoding: gzip' -I
    sort "$work/head" | cmp -s - "$work/get" ||
        fail "HEAD $path: another head: $(sort "$work/head" | diff - "$work/get")"
done
for method in POST PUT DELETE; do
    ask / -X "$method" -d x
    [ "$status" = 405 ] || fail "$method: $status"
done

# A page of another site may not connect, nor one under a foreign name that points here
connect() {
    curl -sS -m 2 -o /dev/null -w '%{http_code}' -H 'Connection: Upgrade' -H 'Upgrade: websocket' \
        -H 'Sec-WebSocket-Version: 13' \
        -H 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==' \
            -H 'Sec-WebSocket-Protocol: canasta' "$@" 2>/dev/null
}
[ "$(connect -H "Origin: $url" "$url/ws")" = 101 ] || fail 'the own page may not connect'
[ "$(connect -H 'Origin: http://evil.example' "$url/ws")" = 403 ] ||
    fail 'a foreign page may connect'
[ "$(connect -H 'Origin: null' "$url/ws")" = 403 ] || fail 'a page of no site may connect'
[ "$(connect -H 'Origin: http://evil.example' -H 'Host: evil.example' "$url/ws")" = 403 ] ||
    fail 'a foreign name may connect'
stop

# Changed files have other tags
echo 'other bytes' >"$web/app.css"
start "$web"
ask /app.css
[ "$(sed -n 's/^etag: //p' "$work/head")" != "$tag" ] || fail 'a tag that stays'
stop

# Without the browser's files
start none
grep -q 'Open' "$work/out" && fail 'nothing to open'
grep -q '^No files for browsers are served' "$work/out" ||
    fail "not said at the start: $(cat "$work/out")"
for path in / /0123456789abcdef0123456789abcdef /foo; do
    ask "$path" -H 'Accept: text/html' -H 'Accept-Language: de'
    [ "$status" = 404 ] || fail "no files, $path: $status"
    has content-type 'text/html; charset=utf-8' "no files, $path"
    grep -q '<h1>Dieser Server hat keine Seiten' "$work/body" || fail "no files, $path: not said"
    grep -q 'make serve.*--web ORDNER' "$work/body" || fail "no files, $path: nothing to do"
    grep -q '<a ' "$work/body" && fail "no files, $path: a way to no home"
done
ask /plain.css
[ "$status" = 200 ] || fail "no files: no style, $status"
ask /
grep -q -e '--web FOLDER' "$work/body" || fail "no files, for a program: $(cat "$work/body")"
stop

[ "$failures" -eq 0 ] || exit 1
