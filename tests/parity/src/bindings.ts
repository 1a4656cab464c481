import * as react from '@flow-query/react'
import * as reactCollection from '@flow-query/react/collection'
import * as reactDraft from '@flow-query/react/draft'
import * as reactForecast from '@flow-query/react/forecast'
import * as reactInsights from '@flow-query/react/insights'
import * as svelte from '@flow-query/svelte'
import * as svelteCollection from '@flow-query/svelte/collection'
import * as svelteDraft from '@flow-query/svelte/draft'
import * as svelteForecast from '@flow-query/svelte/forecast'
import * as svelteInsights from '@flow-query/svelte/insights'
import * as vue from '@flow-query/vue'
import * as vueCollection from '@flow-query/vue/collection'
import * as vueDraft from '@flow-query/vue/draft'
import * as vueForecast from '@flow-query/vue/forecast'
import * as vueInsights from '@flow-query/vue/insights'

/** The exports of each binding, by entry point. */
export const bindings = {
  react: {
    '': react,
    '/collection': reactCollection,
    '/draft': reactDraft,
    '/forecast': reactForecast,
    '/insights': reactInsights,
  },
  vue: {
    '': vue,
    '/collection': vueCollection,
    '/draft': vueDraft,
    '/forecast': vueForecast,
    '/insights': vueInsights,
  },
  svelte: {
    '': svelte,
    '/collection': svelteCollection,
    '/draft': svelteDraft,
    '/forecast': svelteForecast,
    '/insights': svelteInsights,
  },
}

export type Binding = keyof typeof bindings
