import {
  NoRoom,
  ReplyRoom,
  type Place,
} from '../../../../src/infra/exchange/transport/reply-room.js';

const never = new AbortController().signal;

/** Room for 100 bytes, and who has entered so far, by the bytes they asked for. */
function room(): {
  enter: (bytes: number, signal?: AbortSignal, isFirst?: boolean) => Promise<Place>;
  entered: number[];
} {
  const shared = new ReplyRoom(100);
  const entered: number[] = [];
  const enter = async (bytes: number, signal = never, isFirst = true): Promise<Place> => {
    const place = await shared.enter({ bytes, isFirst }, signal);
    entered.push(bytes);
    return place;
  };
  return { enter, entered };
}

/** Lets everybody who has room go on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Room for long replies', () => {
  it('is given while there is some, and then as soon as others leave', async () => {
    const { enter, entered } = room();
    const first = await enter(60);
    await enter(40);
    void enter(50);
    await settled();
    expect(entered).toEqual([60, 40]);
    first.leave();
    await settled();
    expect(entered).toEqual([60, 40, 50]);
  });

  it('comes free by what a reply turned out not to need', async () => {
    const { enter, entered } = room();
    const first = await enter(100);
    void enter(90);
    first.shrinkTo(10);
    await settled();
    expect(entered).toEqual([100, 90]);
  });

  it('comes free once, however often one leaves', async () => {
    const { enter, entered } = room();
    const first = await enter(60);
    await enter(40);
    first.leave();
    first.leave();
    first.shrinkTo(0);
    void enter(61);
    void enter(1);
    await settled();
    expect(entered).toEqual([60, 40]);
  });

  it('is given in the order of asking, so that short lists keep no long one out', async () => {
    const { enter, entered } = room();
    const first = await enter(50);
    void enter(80);
    void enter(10);
    await settled();
    expect(entered).toEqual([50]);
    first.leave();
    await settled();
    expect(entered).toEqual([50, 80, 10]);
  });

  it('is given to what orders need before what people want to see', async () => {
    const { enter, entered } = room();
    const first = await enter(100);
    void enter(50, never, false);
    void enter(30);
    void enter(31);
    first.leave();
    await settled();
    expect(entered).toEqual([100, 30, 31]);
  });

  it('is waited for until the deadline, and who has given up takes none', async () => {
    const { enter, entered } = room();
    const first = await enter(50);
    const deadline = new AbortController();
    const late = enter(80, deadline.signal);
    void enter(50);
    deadline.abort();
    await expect(late).rejects.toThrow(NoRoom);
    await settled();
    expect(entered).toEqual([50, 50]);
    first.leave();
    await enter(50);
  });

  it('is refused at once after the deadline, and to what would never fit', async () => {
    const { enter } = room();
    await enter(100);
    await expect(enter(1, AbortSignal.abort())).rejects.toThrow(NoRoom);
    await expect(enter(101)).rejects.toThrow(NoRoom);
  });
});
