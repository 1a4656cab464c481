import { explainDraftProblem } from '@flow-query/format'
import type { DraftProblem } from '@flow-query/insights/draft'
import { type Note, offsetOf } from './json/json-text'

/** A draft can have thousands of problems, and each note is searched in the text of the draft. */
export const mostProblems = 100

/** A remark about a field of a draft. */
export interface FieldNote extends Omit<Note, 'from'> {
  remedy?: string | null
}

/** Returns the notes about a field and its parts. */
export type NotesAt = (field: string) => FieldNote[]

/** Returns the notes about a field of a draft, such as `feeFunds`. */
export function notesOf(problems: readonly DraftProblem[], field: string): FieldNote[] {
  return problems
    .filter(problem => isAt(problem.path, field))
    .slice(0, mostProblems)
    .map(noteOf)
}

/** Returns the notes about a part of a draft that is edited as JSON, at their places in the text. */
export function editorNotes(problems: readonly DraftProblem[], part: string, text: string): Note[] {
  return problems
    .filter(problem => isAt(problem.path, part))
    .slice(0, mostProblems)
    .map(problem => ({ ...noteOf(problem), from: offsetOf(text, problem.path.slice(part.length)) }))
}

function isAt(path: string, field: string): boolean {
  return path.startsWith(field) && !/^\w/.test(path.slice(field.length))
}

function noteOf(problem: DraftProblem): FieldNote {
  const { sentence, remedy } = explainDraftProblem(problem)
  const tone = problem.effect === 'losesMoney' || problem.effect === 'noEffect' ? 'late' : 'bad'
  return { text: remedy === null ? sentence : `${sentence} ${remedy}`, remedy, tone }
}
