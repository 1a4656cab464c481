import { words } from '@flow-query/explorer-kit'
import { useParams } from '@flow-query/react'
import { describeParams } from '@flow-query/words'
import { Copy } from '../parts/Copy'
import { Loaded } from '../parts/Loaded'

const { title, intro, columns } = words.params

export function ParamsPage() {
  const params = useParams()
  return (
    <>
      <title>{words.title(title)}</title>
      <h1 className="page-title">{title}</h1>
      <p className="intro">{intro}</p>
      <Loaded query={params} skeleton={<ParamsSkeleton />}>
        {params => (
          <table className="params" aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{columns.name}</th>
                <th scope="col">{columns.value}</th>
              </tr>
            </thead>
            <tbody>
              {describeParams(params).map(({ field, name, meaning, values }) => (
                <tr key={field} data-testid="param-row" data-field={field}>
                  <th scope="row">
                    {name}
                    <span className="meaning">{meaning}</span>
                  </th>
                  <td>
                    {values.map(({ text, of, denom, exact }) => (
                      <span className="param-value" key={`${of} ${denom} ${text}`} title={exact}>
                        <span>{text}</span>
                        {of && <span className="param-of">{of}</span>}
                        {denom && <Copy text={denom} what={words.what.denom} />}
                      </span>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </>
  )
}

function ParamsSkeleton() {
  return (
    <table className="params" data-testid="skeleton" aria-label={words.loading} aria-busy="true">
      <tbody>
        {['a', 'b', 'c', 'd', 'e', 'f'].map(row => (
          <tr key={row}>
            <td className="name">
              <i className="bone wide" />
              <span className="meaning">
                <i className="bone wider" />
              </span>
            </td>
            <td>
              <i className="bone" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
