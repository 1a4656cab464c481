interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => void }
  words: { more: string; loadingMore: string }
}

/** The end of a list that goes on. */
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
