/** What the explorer looks at: the address says where, this fetches it and derives what is drawn. */

import { ask, type Breakdown, type Equities, type Grid, type Option, type StrategyFacts } from '../lib/api'
import { Asked } from '../lib/asked.svelte'
import { blocked, CELL_HANDS, CELL_NUMBER, HAND_CARDS, HANDS, parseCards } from '../lib/cards'
import { cells, shown } from '../lib/cells'
import { amount, fixed } from '../lib/numbers'
import { colours } from '../lib/palette'
import { route } from '../lib/route.svelte'
import { settings } from '../lib/settings.svelte'

export const MODES = [
  { id: 'strategy', label: 'Strategy', needs: null },
  { id: 'strategy+ev', label: 'Strategy + EV', needs: 'ev' },
  { id: 'strategy+eq', label: 'Strategy + EQ', needs: 'equity' },
  { id: 'strategy+eqr', label: 'Strategy + EQR', needs: 'eqr' },
  { id: 'ev', label: 'EV', needs: 'ev' },
  { id: 'equity', label: 'Equity', needs: 'equity' },
  { id: 'eqr', label: 'EQR', needs: 'eqr' },
  { id: 'reach', label: 'Reach', needs: null },
] as const
export const TABS = [
  { id: 'strategy', label: 'Hands', key: '1' },
  { id: 'ranges', label: 'Ranges', key: '2' },
  { id: 'breakdown', label: 'Breakdown', key: '3' },
  { id: 'runouts', label: 'Run-outs', key: '4' },
]
/** What only solutions have. */
export const LOCKS = { id: 'locks', label: 'Locks', key: '5' }

export class Explorer {
  grid: Grid | null = $state.raw(null)
  facts: StrategyFacts | null = $state.raw(null)
  error: Error | null = $state.raw(null)
  loading = $state(false)
  hovered = $state('')
  roll: number | null = $state(null)

  strategy = $derived(route.get('strategy', 'sixmax'))
  line = $derived(route.get('line'))
  board = $derived(route.get('board'))
  tab = $derived(route.get('tab', 'strategy'))
  cell = $derived(route.get('cell'))
  simple = $derived(route.get('sizes') === 'one')
  only = $derived(route.get('only')) // a token: show this action alone
  suits = $derived(route.get('suits')) // 's', 'h', 'd', 'c' that a hand must have
  made = $derived(list(route.get('made')))
  draws = $derived(list(route.get('draws')))
  mode = $derived(this.#mode(route.get('show', 'strategy')))
  stacks = $derived(route.get('stacks')) // in big blinds, where not as trained: 40, or 40,100,25
  spot = $derived({ strategy: this.strategy, line: this.line, board: this.board, stack_bb: this.stacks })
  at = $derived(JSON.stringify(this.spot))
  /** The steps that were taken; the last one of an answer may be the present decision. */
  past = $derived(
    this.grid?.steps.filter((step) =>
      step.kind === 'deal' ? step.cards !== this.facts?.start.board : step.taken !== null,
    ) ?? [],
  )
  boardCards = $derived(parseCards(this.grid?.board ?? this.board))
  postflop = $derived(this.boardCards.length >= 3)
  /** Whether equities can be told: two ranges against each other on a board. */
  twoLeft = $derived(
    this.postflop &&
      this.grid?.status === 'decision' &&
      this.grid.seats.filter((seat) => !seat.folded).length === 2,
  )

  /** Classes and equities are asked for when somebody looks at them, or filters by them. */
  #classes = new Asked<Breakdown>(() =>
    this.postflop && (this.tab === 'breakdown' || this.made.length || this.draws.length)
      ? ['/breakdown', this.spot]
      : null,
  )
  #equities = new Asked<Equities>(() =>
    this.twoLeft && (['ranges', 'breakdown'].includes(this.tab) || (this.looked && !this.grid!.hands?.equity))
      ? ['/equities', this.spot]
      : null,
  )
  breakdown = $derived(this.#classes.value)
  equities = $derived(this.#equities.value)

  filtered = $derived(!!(this.suits || this.made.length || this.draws.length))
  view = $derived(this.grid?.hands ? shown(this.grid, this.simple, this.#keeps) : null)
  /** Games of one hole card have a table of hands and no grid. */
  twoCards = $derived(this.grid?.hands?.reach.length === HANDS)
  cells = $derived(this.grid && this.view && this.twoCards ? cells(this.grid, this.view) : null)
  colours = $derived(this.view ? colours(this.view.options) : [])
  /** The cell whose combos are told: the hovered one, else the chosen one. */
  looked = $derived(this.hovered || this.cell)

  /** Fetch what the address asks for; what is drawn stays until the new answer is there. */
  async load() {
    const asked = this.at
    const wait = setTimeout(() => (this.loading = true), 120)
    try {
      const grid = await ask<Grid>('/grid', this.spot)
      if (asked !== this.at) return
      this.grid = grid
      this.error = null
    } catch (error) {
      if (asked === this.at) this.error = error as Error
    } finally {
      clearTimeout(wait)
      if (asked === this.at) this.loading = false
    }
  }
  async loadFacts() {
    const asked = this.strategy
    try {
      const facts = await ask<StrategyFacts>('/strategy', { strategy: asked })
      if (asked === this.strategy) this.facts = facts
    } catch {
      this.facts = null // /grid says why
    }
  }
  take(option: Option, board = this.grid?.board ?? this.board) {
    this.go(option.line, board)
  }
  go(line: string, board: string) {
    route.set({ line, board, only: '', made: '', draws: '', strategy: this.strategy })
  }
  /** Undo the last action, or take the last cards back. */
  back() {
    const step = this.past.at(-1)
    if (!step) return
    if (step.kind === 'deal') this.go(step.line, this.grid!.board.slice(0, -step.cards.length))
    else this.go(step.line, step.board)
  }
  ahead(option: Option, board = this.grid?.board ?? '') {
    ask('/grid', { ...this.spot, line: option.line, board }).catch(() => {})
  }
  toggle(name: 'made' | 'draws', value: string) {
    const now = this[name]
    const next = now.includes(value) ? now.filter((other) => other !== value) : [...now, value]
    route.set({ [name]: next.join(',') }, { replace: true })
  }
  clear() {
    route.set({ only: '', suits: '', made: '', draws: '', cell: '' }, { replace: true })
  }

  /** Chips as people say them: big blinds, or chips where a spot has none, or percent of the pot. */
  chips(value: number): string {
    const blind = this.grid?.big_blind || 1
    return amount(value / blind) + (this.grid?.unit === 'bb' ? ' bb' : '')
  }
  worth(value: number | null | undefined): string {
    if (value == null || !this.grid) return '–'
    if (settings.unit === 'pot') return `${((100 * value) / this.grid.pot).toFixed(1)}%`
    return fixed(value / (this.grid.big_blind || 1))
  }
  /** The action that a rolled number stands for: aggressive ones have the low numbers. */
  rolled(shares: number[]): number {
    let left = this.roll! / 100
    for (let option = shares.length - 1; option > 0; option--) {
      left -= shares[option]
      if (left <= 1e-9) return option
    }
    return 0
  }
  cardsOf = (hand: number) => (this.twoCards ? HAND_CARDS[hand] : [hand])
  cellNumber = (cell: string) => CELL_NUMBER.get(cell)!
  /** The hands of a cell, all that come here if none is named. */
  hands(cell: number | null): number[] {
    if (cell != null) return CELL_HANDS[cell].filter((hand) => !blocked(hand, this.boardCards))
    return this.view!.reach.flatMap((weight, hand) => (weight > 0 ? [hand] : []))
  }

  #mode(wanted: string): string {
    const mode = MODES.find((one) => one.id === wanted)
    const needs = mode?.needs
    return mode && (!needs || this.grid?.hands?.[needs]) ? mode.id : 'strategy'
  }
  get #keeps(): (hand: number) => boolean {
    const { breakdown, made, draws } = this
    const wanted = [...this.suits].map((suit) => 'cdhs'.indexOf(suit))
    const classes = (names: string[] | undefined, chosen: string[]) =>
      new Set(chosen.map((name) => names?.indexOf(name)))
    const [madeOf, drawsOf] = [classes(breakdown?.names.made, made), classes(breakdown?.names.draws, draws)]
    return (hand) => {
      const suits = this.cardsOf(hand).map((card) => card & 3)
      if (!wanted.every((suit) => suits.includes(suit))) return false
      if (!breakdown || (!made.length && !draws.length)) return true
      return madeOf.has(breakdown.made_of[hand]) || drawsOf.has(breakdown.draws_of[hand])
    }
  }
}

const list = (text: string) => (text ? text.split(',') : [])

/** An option in few letters: what chips of the line say. */
export function shortName(option: Option, street: string, blind: number): string {
  if (option.kind === 'fold') return 'Fold'
  if (option.kind === 'check' || option.kind === 'call') return option.kind === 'check' ? 'Check' : 'Call'
  const chips = amount(option.chips / (blind || 1))
  if (option.kind === 'all-in') return `All-in ${chips}`
  const verb = option.kind === 'bet' ? 'Bet' : 'Raise'
  const part = option.name.match(/\((\d+%)\)/)?.[1]
  return street !== 'preflop' && part && verb === 'Bet' ? `Bet ${part}` : `${verb} ${chips}`
}
