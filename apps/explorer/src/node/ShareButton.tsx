import { useEffect, useRef, useState } from 'react'
import { CopyButton } from '../values/CopyButton'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import { useEndpoint } from './EndpointProvider'
import { shareLink } from './endpoint'

interface ShareButtonProps {
  text: string
  className?: string
}

/**
 * Shares the page: its URL with the endpoint, and one line of text. Without a share sheet of the system, a dialog shows them. The text is
 * also the `og:title` of the page.
 */
export function ShareButton({ text, className }: ShareButtonProps) {
  const { endpoint } = useEndpoint()
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState('')
  useOpenGraphTitle(text)

  async function share() {
    const url = shareLink(location.href, endpoint)
    setUrl(url)
    const wasHandled = await shareWithSystem({ title: text, text, url })
    if (wasHandled) return
    dialog.current?.showModal()
    field.current?.select()
  }

  return (
    <>
      <button type="button" className={className} data-testid="share" aria-haspopup="dialog" onClick={share}>
        <Mark path={icons.share} />
        <span className="bookmark-label">Share</span>
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby="share-title" closedby="any" data-testid="share-dialog">
        <form method="dialog">
          <h2 id="share-title">Share</h2>
          <p>
            <bdi>{text}</bdi>
          </p>
          <label className="field">
            Link
            <input ref={field} className="mono" data-testid="share-url" value={url} readOnly />
          </label>
          <div className="actions">
            <CopyButton text={() => url} what="link">
              Copy link
            </CopyButton>
            <CopyButton text={() => `${text}\n${url}`} what="text and link">
              Copy text and link
            </CopyButton>
            <button type="submit">Close</button>
          </div>
        </form>
      </dialog>
    </>
  )
}

/** Opens the share sheet of the system. Returns false if the system has no share sheet. */
async function shareWithSystem(data: ShareData): Promise<boolean> {
  if (!navigator.canShare?.(data)) return false
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    // The user closed the share sheet.
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

function useOpenGraphTitle(text: string): void {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[property="og:title"]')
    if (!meta) return
    const { content } = meta
    meta.content = text
    return () => {
      meta.content = content
    }
  }, [text])
}
