import { json } from '@codemirror/lang-json'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Range, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { minimalSetup } from 'codemirror'
import { useLayoutEffect, useRef } from 'react'
import type { Note } from './json-text'

interface JsonEditorProps {
  label: string
  text: string
  notes: readonly Note[]
  onEdit: (text: string) => void
  testId: string
}

/** A text field for JSON, with a note below each line that has a problem. It has its height in the first frame, so that nothing below it moves. */
export function JsonEditor({ label, text, notes, onEdit, testId }: JsonEditorProps) {
  const parent = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const edited = useRef(onEdit)
  useLayoutEffect(() => {
    edited.current = onEdit
  })

  useLayoutEffect(() => {
    if (!parent.current) return
    const view = new EditorView({
      parent: parent.current,
      extensions: [
        minimalSetup,
        json(),
        syntaxHighlighting(classHighlighter),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorState.tabSize.of(2),
        shownNotes,
        EditorView.updateListener.of(update => {
          if (update.docChanged) edited.current(update.state.doc.toString())
        }),
      ],
    })
    editor.current = view
    return () => view.destroy()
  }, [label])

  useLayoutEffect(() => {
    const view = editor.current
    if (!view || view.state.doc.toString() === text) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
  }, [text])

  useLayoutEffect(() => {
    editor.current?.dispatch({ effects: setNotes.of(notes) })
  }, [notes])

  return <div className="json-editor" ref={parent} data-testid={testId} />
}

const setNotes = StateEffect.define<readonly Note[]>()

/** The notes stay at their lines while the text is edited, until the next check. */
const shownNotes = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { effects, changes, state }) {
    const added = effects.find(effect => effect.is(setNotes))
    return added
      ? Decoration.set(
          added.value.flatMap(note => decorationsOf(note, state)),
          true,
        )
      : shown.map(changes)
  },
  provide: field => EditorView.decorations.from(field),
})

function decorationsOf(note: Note, state: EditorState): Range<Decoration>[] {
  const line = state.doc.lineAt(Math.min(note.from, state.doc.length))
  return [
    Decoration.line({ class: 'noted' }).range(line.from),
    Decoration.widget({ widget: new NoteWidget(note), block: true, side: 1 }).range(line.to),
  ]
}

class NoteWidget extends WidgetType {
  #note: Note

  constructor(note: Note) {
    super()
    this.#note = note
  }

  override eq(other: NoteWidget) {
    return other.#note.text === this.#note.text && other.#note.tone === this.#note.tone
  }

  override toDOM() {
    const note = document.createElement('p')
    note.className = 'line-note'
    note.dataset.tone = this.#note.tone
    note.textContent = this.#note.text
    return note
  }
}
