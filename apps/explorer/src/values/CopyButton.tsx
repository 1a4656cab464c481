import { type ReactNode, useEffect, useState } from 'react'
import { Mark } from './Mark'
import { icons } from './marks'

/** Without `children`, the button has only an icon. */
export function CopyButton({ text, what, children }: { text: () => string; what: string; children?: ReactNode }) {
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(setMessage, 2_000, '')
    return () => clearTimeout(timer)
  }, [message])

  return (
    <span className="copy">
      <button
        type="button"
        className={children ? undefined : 'quiet'}
        data-testid="copy"
        aria-label={children ? undefined : `Copy ${what}`}
        title={`Copy ${what}`}
        onClick={async () => setMessage((await copyText(text())) ? 'Copied' : 'Copy failed')}
      >
        <Mark path={icons[message === 'Copied' ? 'copied' : 'copy']} />
        {children}
      </button>
      <span className="copied" role="status" data-testid="copied">
        {message}
      </span>
    </span>
  )
}

/** Copies a text and returns whether that worked. `navigator.clipboard` doesn't exist on pages that use http. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value: text })
    // The text area must be next to the focused element, because an open dialog makes the rest of the page inert.
    const focused = document.activeElement
    ;(focused?.parentElement ?? document.body).append(area)
    area.select()
    const copied = document.execCommand('copy')
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return copied
  }
}
