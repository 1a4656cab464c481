import { shownText } from './text.js'

/** A reference to a flow in a phrase. */
export interface FlowPart {
  readonly flow: string
}

/** A reference to a run in a phrase. */
export interface RunPart {
  /** The number of the run, starting at 1. */
  readonly run: number
}

/**
 * A text with references to flows or runs, which a page can render as links, such as `['Stops when ', { flow: '2' }, ' fails']`.
 */
export type Phrase<Part = FlowPart> = readonly (string | Part)[]

/** Converts a phrase to text, such as `Stops when flow 2 fails`. */
export function phraseText(phrase: Phrase<FlowPart | RunPart>): string {
  const texts = phrase.map(part => {
    if (typeof part === 'string') return part
    return 'flow' in part ? `flow ${part.flow}` : `run ${part.run}`
  })
  return shownText(texts.join(''))
}

export function lowered(words: string): string {
  return /^Msg[A-Z]/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1)
}

export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
