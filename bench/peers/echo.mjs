// The minimal cost of a POST with the product's HTTP framework: Fastify parses the body and sends
// it back.
import Fastify from 'fastify';
import { reportPortToParent } from '../lib/peer.mjs';

const app = Fastify({ logger: false });
app.post('/echo', (request, reply) => reply.send(request.body));
await app.listen({ port: 0, host: '127.0.0.1' });
const [address] = app.addresses();
reportPortToParent(address?.port ?? 0);
