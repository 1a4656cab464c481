import type { CSSProperties } from 'react'
import type { Tick } from './ticks'

/** The labels below a picture. `place` returns a position between 0 and 1. */
export function TimeAxis({ ticks, place }: { ticks: readonly Tick[]; place: (time: number) => number }) {
  return (
    <div className="axis" aria-hidden="true">
      {ticks.map(({ time, text }) => {
        const at = place(time)
        // A label in the middle of its tick would be cut off at the edges.
        const edge = at < 0.05 ? 'start' : at > 0.95 ? 'end' : undefined
        return (
          <span key={time} style={{ '--at': at * 100 } as CSSProperties} data-edge={edge}>
            {text}
          </span>
        )
      })}
    </div>
  )
}
