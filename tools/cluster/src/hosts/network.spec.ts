import { hardwareAddress } from './network.ts';

it('derives the hardware address from the address', () => {
  expect(hardwareAddress('10.20.0.21')).toBe('02:00:0a:14:00:15');
});
