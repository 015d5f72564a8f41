import React, { memo, useCallback } from 'react';

/** A button. */
export function Button({ label }) {
  const onClick = useCallback((event) => {
    event.stop();
  }, []);
  const style = { color: 'red' };
  function renderIcon() {
    return <i />;
  }
  return <button onClick={() => onClick()} style={style}>{renderIcon()}{label}</button>;
}

export const Row = memo(({ items }) => {
  const draw = (item) => <li>{item}</li>;
  return <ul>{items.map(draw)}</ul>;
});
export const Field = React.forwardRef(function Field(props, ref) {
  return <input ref={ref} />;
});
const context = React.createContext({ get() {} });
