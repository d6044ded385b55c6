// Writes the courts of src/cards/art/ from @letele/playing-cards (CC0-1.0): npm install --no-save
// @letele/playing-cards@0.1.0 svgo@4.0.0 svgpath@2.6.0, then `node scripts/card-art.mjs`. Of a
// court only the upper half is kept, without frame and indices: those are the table's own. A card
// is a tenth as wide as the figure's units: whole numbers of two units are exact enough, and make a
// card weigh less than half.
import { readFileSync, writeFileSync } from 'node:fs';
import { optimize } from 'svgo';
import svgpath from 'svgpath';

const scale = 0.5;

const lean = {
    multipass: true,
    plugins: [
        {
            name: 'preset-default',
            params: {
                overrides: {
                    cleanupNumericValues: { floatPrecision: 2 },
                    convertPathData: { floatPrecision: 0, transformPrecision: 5 },
                    convertTransform: { floatPrecision: 4, transformPrecision: 6 },
                },
            },
        },
    ],
};

const source = readFileSync('node_modules/@letele/playing-cards/dist/index.esm.js', 'utf8')
    .replace(/^import .*$/gm, '')
    .replace(/^export .*$/gm, '');

const colours = { '#44F': '#24407f', red: '#b3191f', '#FC4': '#e3b23c' };
const kept = new Set(['viewBox', 'preserveAspectRatio']);

function attribute(name, value) {
    if (name === 'xlinkHref') return ` href="${value}"`;
    const plain = kept.has(name) ? name : name.replace(/[A-Z]/g, (c) => '-' + c.toLowerCase());
    return ` ${plain}="${colours[value] ?? value}"`;
}

const React = {
    createElement(tag, attributes, ...inside) {
        return { tag, attributes: attributes ?? {}, inside: inside.flat().filter(Boolean) };
    },
};

/** Paths that are drawn once are scaled; what is drawn by reference keeps its own units. */
function scaled({ tag, attributes }) {
    const { d, strokeWidth, transform = '' } = attributes;
    if (tag === 'use') return { ...attributes, transform: `scale(${scale}) ${transform}` };
    if (tag !== 'path') return attributes;
    const width = strokeWidth && { strokeWidth: strokeWidth * scale };
    return { ...attributes, d: svgpath(d).scale(scale).toString(), ...width };
}

function write(node, isSymbol) {
    const attributes = Object.entries(isSymbol ? node.attributes : scaled(node))
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => attribute(name, value))
        .join('');
    const inside = node.inside.map((one) => write(one, isSymbol)).join('');
    return inside
        ? `<${node.tag}${attributes}>${inside}</${node.tag}>`
        : `<${node.tag}${attributes}/>`;
}

/** The layers of the figure, in the order in which the card uses them. */
function figure(card, upright) {
    const defs = card.inside.find((node) => node.tag === 'defs');
    const symbols = new Map(defs.inside.map((node) => ['#' + node.attributes.id, node]));
    const uses = card.inside.filter(
        (node) =>
            node.tag === 'use' && node.attributes.width === upright && !node.attributes.transform,
    );
    const layers = uses.flatMap((use) => symbols.get(use.attributes.xlinkHref).inside);
    const pips = layers
        .filter((node) => node.tag === 'use')
        .map((node) => node.attributes.xlinkHref);
    const defined = [...new Set(pips)].map((id) => write(symbols.get(id), true));
    const drawn = layers.map((one) => write(one)).join('');
    return (defined.length ? `<defs>${defined.join('')}</defs>` : '') + drawn;
}

/** Both halves of the figure: if they meet along a slope, the other one reaches into the upper
 * half. */
function both(figure) {
    const centre = `${650 * scale} ${1000 * scale}`;
    return `<g id="whole">${figure}</g><use href="#whole" transform="rotate(180 ${centre})"/>`;
}

function save(name, viewBox, stretch, inside) {
    const ids = [...new Set([...inside.matchAll(/id="([^"]+)"/g)].map((match) => match[1]))];
    const short = ids.reduce((text, id, i) => text.replaceAll(id, 'abcdefgh'[i]), inside);
    const plain =
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">` +
        `<g transform="scale(${1 / scale} ${stretch / scale})">${short}</g></svg>`;
    writeFileSync(`src/cards/art/${name}.svg`, `${optimize(plain, lean).data}\n`);
}

const suits = { C: 'c', D: 'd', H: 'h', S: 's' };
const names = Object.keys(suits).flatMap((suit) => ['J', 'Q', 'K'].map((rank) => suit + rank));
const cards = new Function(
    'React',
    '_extends',
    `${source}; return {${names.map((name) => `${name}: Svg${name}`).join()}}`,
)(React, (own) => own);

for (const name of names) {
    save(name[1] + suits[name[0]], '0 0 1300 1029', 1.0286, both(figure(cards[name]({}), 164.8)));
}
