/** The address: `#/session/1a2b?turn=2&in=/home/ada/shop`: the page, what it is about, its filters, and the project. */
export interface Address {
  readonly page: string;
  readonly about: string;
  readonly params: URLSearchParams;
}

export function readAddress(hash = location.hash): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page = '', about = ''] = path.split('/');
  return {
    page: page || 'now',
    about: decodeURIComponent(about),
    params: new URLSearchParams(query),
  };
}

/** The address with other filters; a filter that is empty goes. */
function addressWith(
  change: Readonly<Record<string, string | null>>,
  hash = location.hash,
): string {
  const { params } = readAddress(hash);
  for (const [name, value] of Object.entries(change))
    if (value === null || value === '') params.delete(name);
    else params.set(name, value);
  const path = hash.split('?')[0] || '#/now';
  return params.size === 0 ? path : `${path}?${params}`;
}

/** Changes filters where the reader stands: nothing is added to the way back. */
export function refine(change: Readonly<Record<string, string | null>>): void {
  history.replaceState(null, '', addressWith(change));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

const PROJECT = 'in';

export function projectInAddress(): string | null {
  return readAddress().params.get(PROJECT);
}

/** The project stays when a link leads to another page. */
export function keepProject(project: string | null): void {
  if (projectInAddress() === project || location.hash.startsWith('#token=')) return;
  history.replaceState(null, '', addressWith({ [PROJECT]: project }));
}
