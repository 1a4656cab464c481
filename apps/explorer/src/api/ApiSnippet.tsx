import { CopyButton } from '../values/CopyButton'

interface ApiSnippetProps {
  kind: 'request' | 'hook' | 'command' | 'response'
  title: string
  /** Null until the text is available. */
  text: string | null
  note?: string
}

export function ApiSnippet({ kind, title, text, note = '' }: ApiSnippetProps) {
  return (
    <section className={`snippet ${kind}`} aria-labelledby={`api-${kind}`}>
      <div className="snippet-head">
        <h3 id={`api-${kind}`}>{title}</h3>
        {text !== null && <CopyButton text={() => text} what={kind === 'request' ? 'request URL' : kind} />}
      </div>
      {note && <p className="note">{note}</p>}
      {/* A long response scrolls, so the keyboard must reach it. */}
      {text !== null && (
        <pre tabIndex={kind === 'response' ? 0 : undefined} data-testid={`api-${kind}`} translate="no">
          {text}
        </pre>
      )}
    </section>
  )
}
