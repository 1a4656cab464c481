import { type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import { useEndpoint } from '../node/EndpointProvider'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import { useBookmarks } from './BookmarksProvider'
import { type Bookmark, findBookmark, maxBookmarkName, maxBookmarks } from './bookmarks'

const problems = {
  full: `You can have at most ${maxBookmarks} bookmarks. Remove one first.`,
  notStored: 'Your browser blocks storage, or it is full. This bookmark is lost when you close the page.',
}

interface BookmarkButtonProps {
  kind: Bookmark['kind']
  id: string
  /** The name that the field shows for a new bookmark. */
  suggestion: string
}

export function BookmarkButton({ kind, id, suggestion }: BookmarkButtonProps) {
  const { endpoint } = useEndpoint()
  const target = { kind, id, lcd: kind === 'flow' ? endpoint.lcd : null }
  const { bookmarks, save, remove } = useBookmarks()
  const saved = findBookmark(bookmarks, target)
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const [opened, setOpened] = useState(0)

  // A new key replaces the field, so the dialog opens after that. Otherwise, the field would lose the focus.
  useLayoutEffect(() => {
    if (!opened) return
    dialog.current?.showModal()
    field.current?.select()
  }, [opened])

  function open() {
    setProblem('')
    setOpened(opened + 1)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    const result = save({ ...target, name })
    if (result === 'saved') dialog.current?.close()
    else setProblem(problems[result])
  }

  function removeAndClose() {
    remove(target)
    dialog.current?.close()
  }

  return (
    <>
      <button
        type="button"
        className="bookmark"
        data-testid="bookmark"
        data-saved={saved !== undefined}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Mark path={icons.bookmark} />
        <span className="bookmark-label">{saved ? 'Edit bookmark' : 'Bookmark'}</span>
      </button>
      <dialog
        ref={dialog}
        className="dialog"
        aria-labelledby="bookmark-title"
        closedby="any"
        data-testid="bookmark-dialog"
      >
        <form key={opened} onSubmit={submit}>
          <h2 id="bookmark-title">{saved ? 'Edit bookmark' : 'Bookmark'}</h2>
          <label className="field">
            Name
            <input
              ref={field}
              name="name"
              data-testid="bookmark-name"
              defaultValue={saved?.name ?? suggestion}
              maxLength={maxBookmarkName}
              pattern=".*\S.*"
              autoComplete="off"
              required
            />
          </label>
          <p className="muted">Bookmarks are stored in this browser only.</p>
          <div role="alert">
            {problem && (
              <p className="problem" data-testid="bookmark-problem">
                {problem}
              </p>
            )}
          </div>
          <div className="actions">
            <button type="submit" className="primary" data-testid="bookmark-save">
              Save
            </button>
            {saved && (
              <button type="button" data-testid="bookmark-remove" onClick={removeAndClose}>
                Remove
              </button>
            )}
            <button type="button" data-testid="bookmark-cancel" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
