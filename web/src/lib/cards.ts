/** Cards, hands and cells of the grid, numbered as everywhere in Riverboat: card = 4 * rank + suit. */

export const RANKS = '23456789TJQKA'
export const SUITS = 'cdhs'
export const SYMBOLS = ['♣', '♦', '♥', '♠']
export const HANDS = 1326

export const cardName = (card: number) => RANKS[card >> 2] + SUITS[card & 3]
export const parseCard = (name: string) =>
  4 * RANKS.indexOf(name[0].toUpperCase()) + SUITS.indexOf(name[1].toLowerCase())

/** Cards of a text such as `QsJh 2h`; whatever is no card is left out. */
export function parseCards(text: string): number[] {
  return [...text.matchAll(/([2-9tjqka])([cdhs])/gi)].map((found) => parseCard(found[0]))
}
export const cardsText = (cards: number[]) => cards.map(cardName).join('')

/** The two cards of hand 0..1325, the higher one first. */
export const HAND_CARDS: [number, number][] = []
for (let high = 1; high < 52; high++) for (let low = 0; low < high; low++) HAND_CARDS.push([high, low])

export const handIndex = (a: number, b: number) => {
  const [high, low] = a > b ? [a, b] : [b, a]
  return (high * (high - 1)) / 2 + low
}
export const handName = (hand: number) => cardName(HAND_CARDS[hand][0]) + cardName(HAND_CARDS[hand][1])

/** Labels of the 169 cells, row by row: aces top left, suited hands above the diagonal. */
export const CELLS: string[] = []
const ORDER = [...RANKS].reverse()
for (let row = 0; row < 13; row++)
  for (let column = 0; column < 13; column++) {
    const [high, low] = row < column ? [row, column] : [column, row]
    CELLS.push(ORDER[high] + ORDER[low] + (row === column ? '' : row < column ? 's' : 'o'))
  }
export const CELL_NUMBER = new Map(CELLS.map((name, number) => [name, number]))

/** The cell of each hand. */
export const CELL_OF = new Uint8Array(HANDS)
/** The hands of each cell, those of the highest suits first. */
export const CELL_HANDS: number[][] = CELLS.map(() => [])
HAND_CARDS.forEach(([high, low], hand) => {
  const [a, b] = [12 - (high >> 2), 12 - (low >> 2)]
  const suited = (high & 3) === (low & 3)
  CELL_OF[hand] = suited ? a * 13 + b : b * 13 + a
  CELL_HANDS[CELL_OF[hand]].unshift(hand)
})

export const blocked = (hand: number, cards: number[]) =>
  cards.includes(HAND_CARDS[hand][0]) || cards.includes(HAND_CARDS[hand][1])
