import { useEffect, useRef } from 'react'

interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => void }
  /** Whether to go on by itself when the end of the list comes near. */
  auto: boolean
  words: { more: string; loadingMore: string }
}

/** The end of a list that goes on: a button, which presses itself when it is scrolled to. */
export function LoadMore({ query, auto, words }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const button = useRef<HTMLButtonElement>(null)
  const waits = auto && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!waits || !button.current) return
    // Changes that come fast are told together: the last says how it is now.
    const observer = new IntersectionObserver(entries => entries.at(-1)?.isIntersecting && fetchNextPage(), {
      rootMargin: '600px',
    })
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [waits, fetchNextPage])

  if (!hasNextPage) return null
  return (
    <div className="more">
      <button
        ref={button}
        type="button"
        data-testid="load-more"
        aria-busy={isFetchingNextPage}
        onClick={() => fetchNextPage()}
      >
        {isFetchingNextPage ? words.loadingMore : words.more}
      </button>
    </div>
  )
}
