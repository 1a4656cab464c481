import { paths, splitAddresses, words } from '@flow-query/explorer-kit'
import type { FlowPart, Phrase, RunPart } from '@flow-query/words'
import { Link } from 'react-router'
import { Address } from '../Copy'

/** A sentence in which runs and other flows are links. `of` is the flow whose runs they are; without it they are plain. */
export function PhraseText({ phrase, of }: { phrase: Phrase<FlowPart | RunPart>; of?: string }) {
  return phrase.map(part => {
    if (typeof part === 'string') return part
    if ('flow' in part)
      return (
        <Link key={`flow ${part.flow}`} to={paths.flow(part.flow)}>
          flow {part.flow}
        </Link>
      )
    if (of === undefined) return `run ${part.run}`
    return (
      <Link key={`run ${part.run}`} to={{ pathname: paths.flow(of), search: `?execution=${part.run}` }}>
        run {part.run}
      </Link>
    )
  })
}

/** A sentence in which addresses can be followed and copied. */
export function TextWithAddresses({ text }: { text: string }) {
  return splitAddresses(text).map(part =>
    typeof part === 'string' ? part : <Address key={part.address} address={part.address} what={words.what.address} />,
  )
}
