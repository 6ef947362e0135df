import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends these bytes, and resolves with the answer once the server has closed the connection. */
export function sendRaw(address: string, text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => (received += part));
    socket.on('error', reject);
    socket.on('close', () => resolve(read(received)));
  });
}

function read(received: string): RawAnswer {
  const [head = '', body = ''] = received.split(/\r\n\r\n(.*)/s);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => line.split(/: *(.*)/s).slice(0, 2));
  const isJson = body.startsWith('{');
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(
      headers.map(([name = '', value = '']) => [name.toLowerCase(), value]),
    ),
    body: (isJson ? JSON.parse(body) : { text: body }) as Record<string, unknown>,
  };
}
