/** The trainer: a question, an answer, how good it was, and the next. */

import { get, post, type Seat } from '../lib/api'

export interface Question {
  strategy: string
  line: string
  board: string
  hand: string
  difficulty: string
  street: string
  position: string
  situation: string
  pot: number
  to_call: number
  big_blind: number
  unit: 'bb' | 'chips'
  seats: Seat[]
  choices: { id: string; name: string; kind: string }[]
  told: string[]
  repeated: boolean
}
export interface Graded {
  name: 'Best' | 'Correct' | 'Inaccuracy' | 'Wrong' | 'Blunder'
  judged_by: 'ev' | 'frequency'
  rests_on: string
  share: number
  best: string
  ev_loss_bb: number | null
  ev_loss_pot: number | null
  shares: number[]
  evs_bb: (number | null)[] | null
  problem: string
  next: Question | null
}
export interface Progress {
  answers: number
  classes: Record<string, number>
  streak: number
  longest: number
  due: number
  waiting: number
  situations: { situation: string; answers: number; right: number; solved: number; loss_bb: number }[]
}
export interface Offers {
  strategy: string
  streets: string[]
  positions: string[]
  kinds: string[]
  has_values: boolean
}
export interface Wish {
  strategy: string
  street: string
  position: string
  kind: string
  line: string
  board: string
  difficulty: string
  repeat: string
}

export class Trainer {
  question: Question | null = $state.raw(null)
  graded: Graded | null = $state.raw(null)
  chosen = $state('')
  error: Error | null = $state.raw(null)
  busy = $state(false)
  progress: Progress | null = $state.raw(null)
  progressError = $state('')
  /** 1 to 100, for mixing: low numbers take the aggressive action. */
  die = $state(1)

  async #try(work: () => Promise<void>) {
    if (this.busy) return
    this.busy = true
    this.error = null
    try {
      await work()
    } catch (error) {
      this.error = error as Error
    }
    this.busy = false
  }
  #show(question: Question) {
    this.question = question
    this.graded = null
    this.chosen = ''
    this.roll()
  }
  roll() {
    const drawn = new Uint32Array(1)
    crypto.getRandomValues(drawn)
    this.die = 1 + (drawn[0] % 100)
  }
  ask = (wish: Wish) => this.#try(async () => this.#show(await post<Question>('/trainer/question', wish)))

  answer = (choice: string, search: boolean, length: string) =>
    this.#try(async () => {
      const { strategy, line, board, hand, difficulty } = this.question!
      this.chosen = choice
      const asked = { strategy, line, board, hand, difficulty, choice, search, length }
      this.graded = await post<Graded>('/trainer/answer', asked)
      this.look()
    })
  /** The next decision of the hand, or another question. */
  next(wish: Wish) {
    if (this.graded?.next) this.#show(this.graded.next)
    else this.ask(wish)
  }
  async look() {
    try {
      this.progress = await get<Progress>('/trainer/progress')
      this.progressError = ''
    } catch (error) {
      this.progressError = (error as Error).message
    }
  }
  /** What the die says, by the strategy's mix: the choice whose turn the number is, from the aggressive end. */
  get diced(): number {
    let left = this.die / 100
    const shares = this.graded?.shares ?? []
    for (let at = shares.length - 1; at > 0; at--) if ((left -= shares[at]) <= 0) return at
    return 0
  }
}
