/** A person who plays only by what the page shows: with the mouse, a finger or the keyboard. */
import { errors, expect, type Locator, type Page } from '@playwright/test';

/** What can be seen and pressed. */
interface Sight {
  over: boolean;
  /** The cards are to be cut. */
  cut: boolean;
  mine: boolean;
  /** Buttons of the actions that are possible now. */
  acts: string[];
  /** Choices of the question in front of the table; null if there is none. */
  question: string[] | null;
  hand: string[];
  picked: number;
}

/** The table may change while the test reads it: elements that have gone are not waited for but
 * looked up again. */
const soon = 10_000;
/** Others may take whole turns until this person decides: as long as anything may take. */
const turns = Number(process.env.PATIENCE ?? 120_000);

export type Way = 'mouse' | 'touch' | 'keys';

/** The contents of the page, as soon as the person decides or the deal is over. */
function seen(dealing: string): Sight | null {
  const text = (element: Element): string => element.textContent.trim();
  const all = (what: string, inside: ParentNode = document): Element[] => [
    ...inside.querySelectorAll(what),
  ];
  const dialog = document.querySelector('dialog[open]');
  const acts = all('.controls .acts button') as HTMLButtonElement[];
  const options = all('[role=option]');
  const now = {
    over: document.querySelector('#over-title') !== null,
    cut: document.querySelector('.cut button:enabled') !== null,
    mine: all('.controls .quiet button').some((one) => text(one).startsWith('What can I do?')),
    acts: acts.map(text),
    question: dialog ? all('.ways button', dialog).map(text) : null,
    hand: options.map((one) => one.getAttribute('data-card') ?? ''),
    picked: options.filter((one) => one.getAttribute('aria-selected') === 'true').length,
  };
  /* Buttons are disabled while an action is under way. */
  const decides = now.mine && !acts.some((one) => one.disabled);
  if (document.querySelector(dealing)) return null;
  return now.over || now.cut || now.question !== null || decides ? now : null;
}

/** The contents while cards are dealt. */
const dealing = '.bar .deal, .hand.dealing';

/** Everything that shows the state of the game. */
const standing = ['.bar .state', '[role=option]', '.middle', '.acts', '.cut'];

function stands(page: Page): Promise<string> {
  return page.evaluate(
    (standing) =>
      standing
        .map((what) =>
          [...document.querySelectorAll(what)].map((one) => one.textContent.trim()).join('|'),
        )
        .join('||'),
    standing,
  );
}

/** Waits until it differs from before, or a question is open. */
async function moved(page: Page, before: string): Promise<void> {
  await page.waitForFunction(
    ({ before, standing }) => {
      const text = (what: string): string =>
        [...document.querySelectorAll(what)].map((one) => one.textContent.trim()).join('|');
      const now = standing.map(text).join('||');
      return (
        now !== before ||
        document.querySelector('dialog[open]') ||
        document.querySelector('#over-title')
      );
    },
    { before, standing },
    { polling: 50, timeout: soon },
  );
}

async function look(page: Page): Promise<Sight> {
  const handle = await page.waitForFunction(seen, dealing, { polling: 50, timeout: turns });
  return (await handle.jsonValue()) as Sight;
}

export function hand(page: Page): Locator {
  return page.getByRole('listbox').getByRole('option');
}

/** A press while cards are dealt only ends the dealing. Until then nothing else can be pressed. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator(dealing)).toHaveCount(0);
}

/** Waits until this many cards are dealt and lie still. Cuts first if asked to. */
export async function dealt(page: Page, count?: number): Promise<void> {
  const cut = page.locator('.cut .primary:enabled');
  const all = hand(page);
  await expect(async () => {
    if (await cut.isVisible()) await cut.click({ timeout: soon });
    if (count === undefined) await expect(all).not.toHaveCount(0, { timeout: 500 });
    else await expect(all).toHaveCount(count, { timeout: 500 });
  }).toPass({ intervals: [50] });
  await settled(page);
}

export async function cards(page: Page): Promise<string[]> {
  return hand(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-card') ?? ''));
}

/** Whether the focus is visible to keyboard users. */
export async function focusShows(page: Page): Promise<void> {
  const where = await page.evaluate(() => {
    const on = document.activeElement;
    if (!on || on === document.body) return 'nothing has the focus';
    const style = getComputedStyle(on);
    const outline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
    return on.matches(':focus-visible') && (outline || style.boxShadow !== 'none')
      ? ''
      : `the focus does not show on ${on.outerHTML.slice(0, 120)}`;
  });
  expect(where).toBe('');
}

/** Presses Tab until it has the focus. */
export async function tabTo(page: Page, wanted: Locator, most = 80): Promise<void> {
  const there = (): Promise<boolean> =>
    wanted.evaluate(
      (one) => one === document.activeElement || one.contains(document.activeElement),
    );
  for (let i = 0; i < most; i++) {
    if (await there()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${wanted.toString()}`);
}

export class Player {
  #steps = 0;
  #refused = new Set<string>();
  #handBefore = '';
  #begun = false;
  #inVain = 0;
  /** Own turns begun, as far as they were seen. */
  turns = 0;

  constructor(
    readonly page: Page,
    readonly way: Way = 'mouse',
  ) {}

  async press(button: Locator): Promise<void> {
    if (this.way === 'touch') await button.tap({ timeout: soon });
    else if (this.way === 'mouse') await button.click({ timeout: soon });
    else {
      await tabTo(this.page, button);
      await focusShows(this.page);
      await this.page.keyboard.press('Enter');
    }
  }

  async pick(at: number): Promise<void> {
    const card = hand(this.page).nth(at);
    /* Only the left edge of a card in the row is visible. */
    const how = { position: { x: 8, y: 12 }, timeout: soon };
    if (this.way === 'touch') return card.tap(how);
    if (this.way === 'mouse') return card.click(how);
    await tabTo(this.page, this.page.getByRole('listbox'));
    await this.page.keyboard.press('Home');
    for (let i = 0; i < at; i++) await this.page.keyboard.press('ArrowRight');
    await focusShows(this.page);
    await this.page.keyboard.press(' ');
  }

  private act(name: string): Locator {
    return this.page.locator('.acts').getByRole('button', { name, exact: true });
  }
  private choice(text: string): Locator {
    return this.page
      .locator('dialog[open] .ways')
      .getByRole('button', { name: text, exact: true })
      .first();
  }

  /** One decision, or a part of it. False: the deal is over. */
  async step(): Promise<boolean> {
    const now = await look(this.page);
    if (now.over) return false;
    if (++this.#steps > 2000) throw new Error(`no end: ${JSON.stringify(now)}`);
    const begins =
      now.acts.some((act) => act === 'Draw' || act === 'Take the pack') && !now.question;
    if (begins && !this.#begun) this.turns++;
    this.#begun = begins;
    const held = now.hand.join(' ');
    if (held !== this.#handBefore) this.#refused.clear();
    this.#handBefore = held;
    const before = await stands(this.page);
    try {
      await this.decide(now);
      await moved(this.page, before);
      this.#inVain = 0;
    } catch (error) {
      /* Elements that have gone are looked up again. One that can never be pressed is a bug in the
       * page, which the error names. */
      if (!(error instanceof errors.TimeoutError) || ++this.#inVain === 4) throw error;
    }
    return true;
  }

  private async decide(now: Sight): Promise<void> {
    if (now.cut) await this.press(this.page.locator('.cut .primary'));
    else if (now.question) {
      const first = now.question[0];
      if (first === undefined) await this.page.keyboard.press('Escape');
      else await this.press(this.choice(first));
    } else if (now.acts.includes('Yes')) await this.press(this.act('Yes'));
    else if (now.acts.includes('Take the pack')) await this.press(this.act('Take the pack'));
    else if (now.acts.includes('Draw')) await this.draw();
    else if (now.acts.includes('Stop')) await this.press(this.act('Stop'));
    else if (now.picked > 0) await this.discardPicked(now);
    else await this.layOrPick(now);
  }

  private async draw(): Promise<void> {
    if (this.way === 'keys') await this.page.keyboard.press('p');
    else await this.press(this.act('Draw'));
  }

  private async discardPicked(now: Sight): Promise<void> {
    if (now.picked === 1 && now.acts.includes('Discard')) {
      if (this.way === 'keys') await this.page.keyboard.press('d');
      else await this.press(this.act('Discard'));
      /* The card has gone, a question is open, or the action was refused. */
      const after = await look(this.page);
      if (after.over || after.question || after.hand.length !== now.hand.length) return;
    }
    await this.page.keyboard.press('Escape');
  }

  /** Melds whatever can be melded; otherwise picks a card to discard. */
  private async layOrPick(now: Sight): Promise<void> {
    if (this.way === 'keys') await this.page.keyboard.press('?');
    else
      await this.press(
        this.page.locator('.quiet').getByRole('button', { name: /What can I do\?/ }),
      );
    const dialog = this.page.locator('dialog[open]');
    await dialog.waitFor({ timeout: soon });
    const can = await dialog.locator('.ways button').allTextContents();
    const useful = can.find((text) => !/^(Discard|Ask|Stop|Combine)/.test(text.trim()));
    const at = now.hand
      .map((card, index) => ({ card, index }))
      .filter(({ card }) => !this.#refused.has(card))
      .sort((a, b) => Number(/^[2X]/.test(a.card)) - Number(/^[2X]/.test(b.card)))[0];
    const first = useful ?? (at === undefined ? can[0] : undefined);
    if (first !== undefined) {
      await this.press(this.choice(first.trim()));
      return;
    }
    await this.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached', timeout: soon });
    if (!at) return;
    this.#refused.add(at.card);
    await this.pick(at.index);
  }

  /** Plays until this many turns of its own have begun, in the next deals too if this one ends
   * before. `look` is called after each step: the deal may be over then. */
  async begin(turns: number, look?: () => Promise<void>): Promise<void> {
    while (this.turns < turns) {
      const over = !(await this.step());
      await look?.();
      if (over) await this.nextDeal();
    }
  }

  /** Plays deal after deal, until the game is over. Returns how many there were. */
  async game(meanwhile?: (player: Player) => Promise<void>): Promise<number> {
    const next = this.page.getByRole('button', { name: 'Next deal' });
    const again = this.page.getByRole('button', { name: 'Play again' }).first();
    for (let deals = 1; ; deals++) {
      await this.deal(meanwhile);
      await expect(next.or(again).first()).toBeVisible();
      if (await again.isVisible()) return deals;
      await this.nextDeal();
    }
  }

  private async nextDeal(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: /^Deal \d+ is over$/ })).toBeVisible();
    await this.press(this.page.getByRole('button', { name: 'Next deal' }));
    await dealt(this.page);
    this.#begun = false;
  }

  /** Plays to the end of the deal. `meanwhile` is called before each step. */
  async deal(meanwhile?: (player: Player) => Promise<void>): Promise<void> {
    do await meanwhile?.(this);
    while (await this.step());
  }
}
