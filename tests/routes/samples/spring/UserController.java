package shop;

@RestController
@RequestMapping(UserController.BASE)
public class UserController {
    static final String BASE = "/api/users";

    @GetMapping
    public List<User> all() { return null; }

    @GetMapping(value = "/{id}", produces = "application/json")
    public User one(@PathVariable long id) { return null; }

    @PostMapping({"/new", "/fresh"})
    public User create() { return null; }

    @RequestMapping(path = "/{id}", method = {RequestMethod.PUT, RequestMethod.PATCH})
    public User change() { return null; }

    @RequestMapping("/any")
    public User any() { return null; }
}

interface Sums { int sum(int a); }
