/** A range that is typed, painted or chosen: text for the server, weights for the grid. */

import { untrack } from 'svelte'
import { ApiError, post } from './api'
import { CELL_HANDS, CELL_NUMBER, CELL_OF, HANDS } from './cards'

export interface ReadRange {
  text: string
  weights: number[]
  combos: number
  fraction: number
}

export class EditedRange {
  text = $state('')
  weights: number[] = $state.raw(Array(HANDS).fill(0))
  error: string | null = $state(null)
  #asked = 0

  combos = $derived(this.weights.reduce((sum, weight) => sum + weight, 0))
  /** Mean weight of each cell. */
  cells = $derived.by(() => {
    const sums = new Float64Array(169)
    this.weights.forEach((weight, hand) => (sums[CELL_OF[hand]] += weight))
    return Array.from(sums, (sum, cell) => sum / CELL_HANDS[cell].length)
  })

  /** Take a text; what cannot be read stays as typed, with the server's words. */
  async read(text: string) {
    this.text = text
    if (!text.trim()) {
      this.weights = Array(HANDS).fill(0)
      this.error = null
      return
    }
    await this.#ask({ text }, false)
  }
  async paint(weights: number[]) {
    this.weights = weights
    this.error = null
    if (weights.some((weight) => weight > 0)) await this.#ask({ weights }, true)
    else this.text = ''
  }
  set(cell: string, weight: number) {
    const next = [...this.weights]
    for (const hand of CELL_HANDS[CELL_NUMBER.get(cell)!]) next[hand] = weight
    return this.paint(next)
  }

  async #ask(body: object, rewrite: boolean) {
    const asked = ++this.#asked
    if (rewrite) await new Promise((later) => setTimeout(later, 120)) // a stroke over many cells is one question
    if (asked !== this.#asked) return
    try {
      const found = await post<ReadRange>('/range', body)
      if (asked !== this.#asked) return
      if (rewrite) this.text = found.text
      else this.weights = found.weights
      this.error = null
    } catch (error) {
      if (asked === this.#asked) this.error = error instanceof ApiError ? error.message : String(error)
    }
  }
}

/** Read a range anew when what stands in the address changes, and is not what was typed here. */
export function follow(range: EditedRange, text: () => string) {
  $effect(() => {
    const wanted = text()
    untrack(() => {
      if (range.text !== wanted) range.read(wanted)
    })
  })
}
