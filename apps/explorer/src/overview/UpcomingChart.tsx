import type { UpcomingChart as Chart } from './runs-per-slot'

const percent = (place: number) => `${(place * 100).toFixed(2)}%`

export function UpcomingChart({ title, chart: { bars, ticks, sum } }: { title: string; chart: Chart }) {
  return (
    <figure className="chart">
      <figcaption>
        <span>{title}</span> <span className="muted">{sum}</span>
      </figcaption>
      <div className="chart-bars" role="img" aria-label={`${title}: ${sum}`}>
        {bars.map(({ place, width, height, sentence }) => (
          <i
            key={place}
            title={sentence}
            style={{ insetInlineStart: percent(place), inlineSize: percent(width), blockSize: percent(height) }}
          />
        ))}
      </div>
      <div className="axis" aria-hidden="true">
        {ticks.map(({ place, label }) => (
          <span key={place} style={{ insetInlineStart: percent(place) }}>
            {label}
          </span>
        ))}
      </div>
    </figure>
  )
}
