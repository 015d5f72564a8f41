package shop

@RestController
@RequestMapping("/users")
class UserController(private val service: Service) {
    @GetMapping
    fun all(): List<User> = service.all()

    @PutMapping("/{id}")
    fun change(@PathVariable id: Long) {}

    @RequestMapping("/any")
    fun any() {}
}
