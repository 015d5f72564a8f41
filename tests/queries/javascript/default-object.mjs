export default {
  name: 'x',
  data() {},
  methods: {
    save() {},
  },
};
