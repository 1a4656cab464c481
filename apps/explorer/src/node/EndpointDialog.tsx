import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { endpointForm, enteredEndpoint } from '../browser'
import { CopyButton } from '../values/CopyButton'
import { words } from '../words/common'
import { type Endpoint, editEndpoint, endpointFields, shareLink } from './endpoint'
import { clientOf, useEndpoint } from './endpoint-context'
import { errorKind } from './live'

/** Lets the user choose an endpoint. A node must respond before it is used. */
export default function EndpointDialog() {
  const { endpoint, switchTo, setChoosing } = useEndpoint()
  const dialog = useRef<HTMLDialogElement>(null)
  const [form, setForm] = useState(endpointForm(endpoint))
  const [refused, setRefused] = useState<string | null>(null)
  const check = useMutation({ mutationFn: (endpoint: Endpoint) => clientOf(endpoint).params() })

  const close = () => dialog.current?.close()
  useEffect(() => dialog.current?.showModal(), [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const wanted = enteredEndpoint(form)
    setRefused('problem' in wanted ? wanted.problem : null)
    if ('problem' in wanted) return check.reset()
    // The mutation ignores a response that arrives after the dialog was closed.
    check.mutate(wanted, {
      onSuccess: () => {
        switchTo(wanted)
        close()
      },
    })
  }

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="endpoint-title"
      data-testid="endpoint-dialog"
      onClose={() => setChoosing(false)}
    >
      <form onSubmit={submit} noValidate>
        <h2 id="endpoint-title">{words.endpoint.title}</h2>
        <label className="choice">
          <input
            type="radio"
            name="endpoint"
            data-testid="endpoint-embedded"
            checked={form.choice === 'embedded'}
            onChange={() => setForm({ ...form, choice: 'embedded' })}
          />
          <span>
            {words.endpoint.embeddedChoice}
            <small>{words.endpoint.embeddedHelp}</small>
          </span>
        </label>
        <label className="choice">
          <input
            type="radio"
            name="endpoint"
            data-testid="endpoint-node"
            checked={form.choice === 'lcd'}
            onChange={() => setForm({ ...form, choice: 'lcd' })}
          />
          <span>{words.endpoint.lcdChoice}</span>
        </label>
        {endpointFields.map(({ name, label, hint }) => (
          <label key={name} className="field">
            {label}
            <input
              type="url"
              className="mono"
              data-testid={`endpoint-${name}`}
              value={form[name]}
              placeholder={hint}
              autoComplete="url"
              spellCheck={false}
              aria-describedby="endpoint-problem"
              onChange={event => setForm(editEndpoint(form, name, event.target.value))}
            />
          </label>
        ))}
        <div id="endpoint-problem" role="alert">
          {refused ? (
            <p className="problem" data-testid="endpoint-error" data-kind="argument">
              {refused}
            </p>
          ) : (
            check.error && (
              <p className="problem" data-testid="endpoint-error" data-kind={errorKind(check.error)}>
                <strong>{words.errors[errorKind(check.error)][0]}.</strong> {words.errors[errorKind(check.error)][1]}
                <code>{check.error.message}</code>
              </p>
            )
          )}
        </div>
        <div className="actions">
          <button type="submit" className="primary" data-testid="endpoint-save" aria-busy={check.isPending}>
            {check.isPending ? words.endpoint.checking : words.endpoint.save}
          </button>
          <button type="button" data-testid="endpoint-cancel" onClick={close}>
            {words.endpoint.cancel}
          </button>
          <CopyButton text={() => shareLink(location.href, endpoint)} what={words.what.link}>
            {words.endpoint.share}
          </CopyButton>
        </div>
      </form>
    </dialog>
  )
}
