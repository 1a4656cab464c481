interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => void }
  words: { more: string; loadingMore: string }
}

/** A button that loads the next page of a list. */
export function LoadMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, words }: LoadMoreProps) {
  if (!hasNextPage) return null
  return (
    <div className="more">
      <button type="button" data-testid="load-more" aria-busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {isFetchingNextPage ? words.loadingMore : words.more}
      </button>
    </div>
  )
}
