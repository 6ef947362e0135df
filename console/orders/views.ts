import { FIELDS, OTHERS, type Filters } from './filters.js';

/** A list of orders under a name: filters and columns, as they stand in the URL. */
export interface SavedView {
  readonly name: string;
  readonly search: Filters;
}

/** Browsers keep views in plain text, so what names a client or a single order stays out of them. */
const CONFIDENTIAL: readonly string[] = FIELDS.filter((field) => field !== 'security');
const KEPT: readonly string[] = ['status', 'certain', 'security', ...OTHERS, 'columns'];
const VIEWS_MOST = 30;

export function savedSearch(search: Filters): Filters {
  return Object.fromEntries(Object.entries(search).filter(([name]) => KEPT.includes(name)));
}

/** Names of the filters that a view leaves out. */
export function leftOut(search: Filters): readonly string[] {
  return Object.keys(search).filter((name) => CONFIDENTIAL.includes(name));
}

/** The view that is shown, if it is one. */
export function shownView(views: readonly SavedView[], search: Filters): SavedView | null {
  const shown = textOf(savedSearch(search));
  if (leftOut(search).length > 0) return null;
  return views.find((view) => textOf(view.search) === shown) ?? null;
}

/** By name; a view of the same name is replaced, and of too many the last are dropped. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const others = withoutView(views, view.name).slice(0, VIEWS_MOST - 1);
  return [...others, view].sort((a, b) => a.name.localeCompare(b.name));
}

export function withoutView(views: readonly SavedView[], name: string): readonly SavedView[] {
  return views.filter((one) => one.name !== name);
}

/** Views as they were stored; whatever else is there counts as none. */
export function viewsIn(stored: string | null): readonly SavedView[] {
  try {
    const views: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(views) ? views.filter(isView).map(cleaned) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const { name, search } = value as Partial<Record<'name' | 'search', unknown>>;
  return (
    typeof name === 'string' &&
    typeof search === 'object' &&
    search !== null &&
    Object.values(search).every((text) => typeof text === 'string')
  );
}

function cleaned({ name, search }: SavedView): SavedView {
  return { name, search: savedSearch(search) };
}

function textOf(search: Filters): string {
  return JSON.stringify(Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)));
}
