/** A flow that is named in a sentence, by its id. */
export interface FlowPart {
  readonly flow: string
}

/** A run that is named in a sentence, by its number: 1 was the first. */
export interface RunPart {
  readonly run: number
}

/** Words in which flows, or flows and runs, stand apart, so that a page makes links of them: `['Stops when ', { flow: '2' }, ' fails']`. */
export type Phrase<Part = FlowPart> = readonly (string | Part)[]

/** A phrase as text: `Stops when flow 2 fails`. */
export function phraseText(phrase: Phrase<FlowPart | RunPart>): string {
  return phrase
    .map(part => {
      if (typeof part === 'string') return part
      return 'flow' in part ? `flow ${part.flow}` : `run ${part.run}`
    })
    .join('')
}

/** A sentence goes on in lower case; a type's name stays as it is. */
export function lowered(words: string): string {
  return /^Msg[A-Z]/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1)
}

/** A sentence begins. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
