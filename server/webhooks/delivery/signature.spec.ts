import { formatWebhookSecret, signedHeaders } from './signature';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const at = new Date(1_614_265_330_500);

describe('signature of a webhook', () => {
  it('equals the example of the Standard Webhooks libraries', () => {
    expect(
      signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}', [secret], at),
    ).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is made with both secrets during a rotation', () => {
    const other = formatWebhookSecret(Buffer.alloc(32, 7));
    const both = signedHeaders('msg_1', '{}', [other, secret], at)['webhook-signature'];
    expect(both?.split(' ')).toEqual(
      [other, secret].map((one) => signedHeaders('msg_1', '{}', [one], at)['webhook-signature']),
    );
  });
});
