from rest_framework.decorators import action


def home(request): ...


def more(request): ...


class Detail:
    def get(self, request, pk): ...


class Archive:
    def get(self, request, year): ...


class PostViewSet(ModelViewSet):
    def list(self, request): ...

    @action(detail=True, methods=["post"])
    def publish(self, request, pk): ...

    @action(detail=False, url_path="newest")
    def new(self, request): ...


class TagViewSet(ListModelMixin, GenericViewSet):
    queryset = None
