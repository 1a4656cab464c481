interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => void }
  /** The text of the button. */
  text: string
  loadingText: string
}

export function LoadMore({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  text,
  loadingText,
}: LoadMoreProps) {
  if (!hasNextPage) return null
  return (
    <div className="more">
      <button type="button" data-testid="load-more" aria-busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {isFetchingNextPage ? loadingText : text}
      </button>
    </div>
  )
}
