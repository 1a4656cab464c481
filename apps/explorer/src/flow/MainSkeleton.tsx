export function MainSkeleton() {
  return (
    <div data-testid="skeleton" aria-busy="true">
      <section className="verdict">
        <h2 className="sr">Loading</h2>
        <p>
          <i className="bone wider" />
        </p>
      </section>
      <div className="panel tall" />
      <div className="panel tall" />
    </div>
  )
}
