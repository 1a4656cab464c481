import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { CopyButton } from '../values/CopyButton'
import { clientOf, useEndpoint } from './EndpointProvider'
import { type Endpoint, embedded, parseEndpoint, shareLink } from './endpoint'
import { errorKind, errorText } from './errors'
import { serverNode } from './start'

/** A node must respond before it is used. */
export default function EndpointDialog() {
  const { endpoint, switchTo, setChoosing } = useEndpoint()
  const dialog = useRef<HTMLDialogElement>(null)
  const isEmbedded = endpoint.lcd === null
  // The demo chain has no URLs, so its fields show the server's node.
  const shown = isEmbedded ? serverNode() : endpoint
  const [choosesNode, setChoosesNode] = useState(!isEmbedded)
  const [lcd, setLcd] = useState(shown.lcd ?? '')
  const [rpc, setRpc] = useState(shown.rpc ?? '')
  const [refused, setRefused] = useState<string | null>(null)
  const check = useMutation({ mutationFn: (endpoint: Endpoint) => clientOf(endpoint).params() })

  const close = () => dialog.current?.close()
  useEffect(() => dialog.current?.showModal(), [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const wanted = choosesNode ? parseEndpoint(lcd, rpc, location.protocol) : embedded
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

  function editLcd(text: string) {
    setChoosesNode(true)
    setLcd(text)
    // The RPC belongs to the previous node.
    setRpc('')
  }

  function editRpc(text: string) {
    setChoosesNode(true)
    setRpc(text)
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
            checked={!choosesNode}
            onChange={() => setChoosesNode(false)}
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
            checked={choosesNode}
            onChange={() => setChoosesNode(true)}
          />
          <span>Node</span>
        </label>
        <UrlField label="LCD URL" hint="https://lcd.example.org" testId="endpoint-lcd" value={lcd} onEdit={editLcd} />
        <UrlField
          label="RPC URL, for live updates"
          hint="https://rpc.example.org (optional)"
          testId="endpoint-rpc"
          value={rpc}
          onEdit={editRpc}
        />
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

interface UrlFieldProps {
  label: string
  hint: string
  testId: string
  value: string
  onEdit: (text: string) => void
}

function UrlField({ label, hint, testId, value, onEdit }: UrlFieldProps) {
  return (
    <label className="field">
      {label}
      <input
        type="url"
        className="mono"
        data-testid={testId}
        value={value}
        placeholder={hint}
        autoComplete="url"
        spellCheck={false}
        aria-describedby="endpoint-problem"
        onChange={event => onEdit(event.target.value)}
      />
    </label>
  )
}
