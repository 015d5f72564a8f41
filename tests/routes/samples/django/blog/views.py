def home(request): ...


def more(request): ...


class Detail:
    def get(self, request, pk): ...


class Archive:
    def get(self, request, year): ...


class PostViewSet(ModelViewSet):
    def list(self, request): ...


class TagViewSet(ListModelMixin, GenericViewSet):
    queryset = None
