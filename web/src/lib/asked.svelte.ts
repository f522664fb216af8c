/** A question to the server that follows the page: asked again when it changes, late answers to old ones dropped. */

import { ask } from './api'

type Question = [path: string, query: Record<string, string>] | null

export class Asked<T> {
  value: T | null = $state.raw(null)
  error: Error | null = $state.raw(null)

  /** question: what is asked now, null for nothing. keep: show the old answer until the new one is there. */
  constructor(question: () => Question, { keep = false } = {}) {
    $effect(() => {
      const asked = question()
      let current = true
      if (!keep || !asked) this.value = null
      this.error = null
      if (asked)
        ask<T>(...asked).then(
          (value) => current && (this.value = value),
          (error) => current && (this.error = error),
        )
      return () => (current = false)
    })
  }
}
