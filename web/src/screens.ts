import type { Component } from 'svelte'

/** The screens, in the order of the navigation. A new one adds its row here, and nothing else of the page changes. */
export interface Screen {
  /** The address begins so. */
  path: string
  label: string
  /** Its code, which a browser asks for when the screen is first opened. */
  load: () => Promise<{ default: Component }>
  /** Keys that it knows and what they do, for the help. */
  keys?: [string, string][]
}

export const screens: Screen[] = [
  {
    path: '/explore',
    label: 'Explore',
    load: () => import('./explorer/Explorer.svelte'),
    keys: [
      ['1 – 5', 'hands, ranges, breakdown, run-outs, locks of a solution'],
      ['F C A', 'fold, check or call, all-in'],
      ['B', 'bet or raise a size of your own'],
      ['Backspace', 'one step back in the line'],
      ['S', 'all bet sizes as one'],
      ['P', 'clear filters'],
      ['D', 'roll the die'],
      ['Space', 'EVs in big blinds or in percent of the pot'],
    ],
  },
  { path: '/equity', label: 'Equity', load: () => import('./equity/Equity.svelte') },
  { path: '/tournament', label: 'Tournament', load: () => import('./tournament/Tournament.svelte') },
  { path: '/solve', label: 'Solve', load: () => import('./solve/Solve.svelte') },
  { path: '/reports', label: 'Reports', load: () => import('./reports/Reports.svelte') },
  { path: '/review', label: 'Review', load: () => import('./review/Review.svelte') },
  {
    path: '/play',
    label: 'Play',
    load: () => import('./play/Play.svelte'),
    keys: [
      ['F C', 'fold, check or call'],
      ['1 – 6', 'a usual size; Enter bets or raises it'],
      ['↑ ↓', 'half a big blind more or less'],
      ['R', 'type a size, Enter takes it'],
      ['A', 'choose all-in; Enter takes it'],
      ['Enter N', 'the next hand'],
      ['S', 'what a search would have done'],
    ],
  },
  {
    path: '/train',
    label: 'Train',
    load: () => import('./trainer/Trainer.svelte'),
    keys: [
      ['1 – 9', 'an answer, in their order'],
      ['F C', 'fold, check or call'],
      ['Enter N', 'the next question'],
      ['D', 'roll the die'],
    ],
  },
  { path: '/arena', label: 'Arena', load: () => import('./arena/Arena.svelte') },
]

/** The screen of an address; the first where there is none. */
export const screenAt = (path: string): Screen =>
  screens.find((one) => path === one.path || path.startsWith(one.path + '/')) ?? screens[0]
