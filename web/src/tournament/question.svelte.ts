/** A question that follows the address: sent a moment after it changed, late answers to old ones dropped. */

import { post } from '../lib/api'

export class Posted<T> {
  answer: T | null = $state.raw(null)
  error: string | null = $state(null)
  busy = $state(false)

  /** body: what is asked; null where it cannot be, such as half a number. */
  constructor(path: string, body: () => object | null) {
    $effect(() => {
      const asked = body()
      let current = true
      if (!asked) {
        this.answer = this.error = null
        return
      }
      const wait = setTimeout(async () => {
        this.busy = true
        try {
          const found = await post<T>(path, asked)
          if (current) [this.answer, this.error] = [found, null]
        } catch (problem) {
          if (current) [this.answer, this.error] = [null, (problem as Error).message]
        }
        if (current) this.busy = false
      }, 300)
      return () => {
        current = false
        clearTimeout(wait)
      }
    })
  }
}

/** The numbers of a text; what is none becomes NaN, which is told. */
export const numbers = (text: string) =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
export const wrong = (text: string) => numbers(text).some(Number.isNaN)

/** The question, unless a number in it is none. */
export const sound = <T extends object>(asked: T): T | null =>
  Object.values(asked).flat().some(Number.isNaN) ? null : asked
