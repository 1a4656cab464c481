import { describeInterval, formatDuration } from '@flow-query/format'
import { type FlowDraft, parseDuration } from '@flow-query/insights/draft'
import { useState } from 'react'
import type { NotesAt } from '../problem-notes'
import { FeeFunds } from './FeeFunds'
import { Field, Notes } from './Field'
import { Owner } from './Owner'
import { Switch } from './Switch'
import { localTime, startOf } from './start-time'

interface DraftFormProps {
  draft: FlowDraft
  onEdit: (changes: Partial<FlowDraft>) => void
  notesAt: NotesAt
}

/** The schedule, the payer and the rules of a draft. */
export function DraftForm({ draft, onEdit, notesAt }: DraftFormProps) {
  return (
    <>
      <section className="panel draft-fields" aria-labelledby="draft-schedule">
        <h2 id="draft-schedule">How often?</h2>
        <Start startAt={draft.startAt} onEdit={startAt => onEdit({ startAt })} notesAt={notesAt} />
        <Field
          label="Interval"
          testId="draft-interval"
          value={draft.interval}
          hint="0s"
          suggestions={['10m', '1h', '24h', '168h']}
          meaning={meaningOf(draft.interval, describeInterval)}
          onEdit={interval => onEdit({ interval })}
          notes={notesAt('interval')}
        />
        <Field
          label="Duration"
          testId="draft-duration"
          value={draft.duration}
          hint="24h"
          suggestions={['1h', '24h', '168h', '720h']}
          meaning={meaningOf(draft.duration, duration => `ends after ${formatDuration(duration)}`)}
          onEdit={duration => onEdit({ duration })}
          notes={notesAt('duration')}
        />
      </section>
      <section className="panel draft-fields" aria-labelledby="draft-money">
        <h2 id="draft-money">Who pays?</h2>
        <Owner draft={draft} onEdit={onEdit} notesAt={notesAt} />
        <FeeFunds funds={draft.feeFunds} onEdit={feeFunds => onEdit({ feeFunds })} notesAt={notesAt} />
        <Switch
          name="walletFallback"
          configuration={draft.configuration}
          onEdit={configuration => onEdit({ configuration })}
        />
      </section>
      <section className="panel draft-fields" aria-labelledby="draft-rules">
        <h2 id="draft-rules">Rules</h2>
        {rules.map(name => (
          <Switch
            key={name}
            name={name}
            configuration={draft.configuration}
            onEdit={configuration => onEdit({ configuration })}
          />
        ))}
        <Notes notes={notesAt('configuration')} />
      </section>
    </>
  )
}

const rules = ['saveResponses', 'stopOnSuccess', 'stopOnFailure', 'stopOnTimeout', 'updatingDisabled'] as const

/** Returns a duration in words, for example `Every hour`. */
function meaningOf(duration: string, describe: (duration: string) => string): string {
  const nanoseconds = parseDuration(duration)
  if (Number.isNaN(nanoseconds)) return 'Use units such as 30s, 10m or 24h'
  const text = describe(`${nanoseconds / 1e9}s`)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function Start({ startAt, onEdit, notesAt }: { startAt: string; onEdit: (startAt: string) => void; notesAt: NotesAt }) {
  const [typed, setTyped] = useState('')
  return (
    <Field
      label="First run"
      type="datetime-local"
      testId="draft-start"
      value={startOf(typed) === startAt ? typed : localTime(startAt)}
      meaning={startAt === '0' ? 'One interval after the flow is submitted' : 'In your time zone'}
      onEdit={local => {
        setTyped(local)
        onEdit(startOf(local))
      }}
      notes={notesAt('startAt')}
    />
  )
}
