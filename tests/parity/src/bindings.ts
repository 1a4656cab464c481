import * as react from '@flow-query/react'
import * as reactCollection from '@flow-query/react/collection'
import * as reactInsights from '@flow-query/react/insights'
import * as reactLive from '@flow-query/react/live'
import * as svelte from '@flow-query/svelte'
import * as svelteCollection from '@flow-query/svelte/collection'
import * as svelteInsights from '@flow-query/svelte/insights'
import * as svelteLive from '@flow-query/svelte/live'
import * as vue from '@flow-query/vue'
import * as vueCollection from '@flow-query/vue/collection'
import * as vueInsights from '@flow-query/vue/insights'
import * as vueLive from '@flow-query/vue/live'

/** The exports of each binding, by entry point. */
export const bindings = {
  react: {
    '': react,
    '/collection': reactCollection,
    '/insights': reactInsights,
    '/live': reactLive,
  },
  vue: {
    '': vue,
    '/collection': vueCollection,
    '/insights': vueInsights,
    '/live': vueLive,
  },
  svelte: {
    '': svelte,
    '/collection': svelteCollection,
    '/insights': svelteInsights,
    '/live': svelteLive,
  },
}

export type Binding = keyof typeof bindings
