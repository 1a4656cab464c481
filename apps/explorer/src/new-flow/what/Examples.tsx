import { type ExampleKind, exampleNames } from './examples'

interface ExamplesProps {
  selected?: ExampleKind | undefined
  onSelect: (kind: ExampleKind) => void
}

/** A card for each kind of flow. */
export function Examples({ selected, onSelect }: ExamplesProps) {
  return (
    <div className="examples whole-line">
      {(Object.keys(exampleNames) as ExampleKind[]).map(kind => (
        <button
          key={kind}
          type="button"
          data-testid={`example-${kind}`}
          aria-pressed={kind === selected}
          onClick={() => onSelect(kind)}
        >
          {exampleNames[kind].title}
          <small>{exampleNames[kind].meaning}</small>
        </button>
      ))}
    </div>
  )
}
