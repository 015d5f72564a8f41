export default defineComponent({
  props: { a: String },
  setup(props) {
    const onClick = () => props;
  },
});
