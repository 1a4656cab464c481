import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { endpointForm, enteredEndpoint } from '../browser'
import { errorKind, errorText } from '../states/errors'
import { CopyButton } from '../values/CopyButton'
import { type Endpoint, editEndpoint, endpointFields, shareLink } from './endpoint'
import { clientOf, useEndpoint } from './endpoint-context'

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
        <h2 id="endpoint-title">Choose an endpoint</h2>
        <label className="choice">
          <input
            type="radio"
            name="endpoint"
            data-testid="endpoint-embedded"
            checked={form.choice === 'embedded'}
            onChange={() => setForm({ ...form, choice: 'embedded' })}
          />
          <span>
            Demo chain
            <small>Sample flows that run in this page, without a server.</small>
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
          <span>Node</span>
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
                <strong>{errorText(check.error).title}.</strong> {errorText(check.error).help}
                <code>{check.error.message}</code>
              </p>
            )
          )}
        </div>
        <div className="actions">
          <button type="submit" className="primary" data-testid="endpoint-save" aria-busy={check.isPending}>
            {check.isPending ? 'Connecting…' : 'Connect'}
          </button>
          <button type="button" data-testid="endpoint-cancel" onClick={close}>
            Cancel
          </button>
          <CopyButton text={() => shareLink(location.href, endpoint)} what="link with this endpoint">
            Copy link with this endpoint
          </CopyButton>
        </div>
      </form>
    </dialog>
  )
}
