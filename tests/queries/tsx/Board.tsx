import type { FC } from 'react';

interface Props<T> { rows: T[]; onPick?(row: T): void }

/** A board. */
export const Board: FC<Props<string>> = ({ rows }) => {
  // draws one row
  const renderRow = (row: string) => {
    return <li key={row}>{row}</li>;
  };

  const count = rows.length;

  return <ul data-count={count}>{rows.map(renderRow)}</ul>;
};

export function List<T,>({ items }: { items: T[] }) {
  const [open, setOpen] = useState(false);
  const toggle = useCallback(() => setOpen(!open), [open]);
  return <>{items.map((item) => <Row<T> item={item} onClick={() => toggle()} />)}</>;
}

export class Panel extends React.Component<Props<number>> {
  state = { open: false };
  handle = () => this.setState({ open: true });
  render() {
    return <div onClick={this.handle} />;
  }
}

export const Memo = React.memo(function Memo({ rows }: Props<string>) {
  return <Board rows={rows} />;
});
export default Board;
