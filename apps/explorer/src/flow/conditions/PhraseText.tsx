import type { FlowPart, Phrase, RunPart } from '@flow-query/format'
import { Link } from '../../router/Link'
import { paths } from '../../router/paths'

/** A sentence with links to flows and runs. `of` is the flow that the runs belong to. Without it, runs are plain text. */
export function PhraseText({ phrase, of }: { phrase: Phrase<FlowPart | RunPart>; of?: string }) {
  return Object.entries(phrase).map(([place, part]) => {
    if (typeof part === 'string') return part
    if ('flow' in part)
      return (
        <Link key={place} to={paths.flow(part.flow)}>
          flow {part.flow}
        </Link>
      )
    if (of === undefined) return `run ${part.run}`
    return (
      <Link key={place} to={{ pathname: paths.flow(of), search: `?execution=${part.run}` }}>
        run {part.run}
      </Link>
    )
  })
}
