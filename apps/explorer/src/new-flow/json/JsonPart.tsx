import { JsonEditor } from './JsonEditor'
import type { EditedPart } from './use-json-part'

export function JsonPart({ part, title, text, notes, edit }: EditedPart & { title: string }) {
  return (
    <section className="panel" aria-labelledby={`draft-${part}`}>
      <h2 id={`draft-${part}`}>{title}</h2>
      <JsonEditor label={title} text={text} notes={notes} onEdit={edit} testId={`draft-${part}`} />
    </section>
  )
}
